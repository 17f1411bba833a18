import { ALIAS, editModel, listModels } from '@podium/contract/calls/models.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import { findModel } from '../find-model.ts'
import { JSON_OUTPUT, SEARCH } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { readAll } from '../read-all.ts'
import { findSolution } from '../run-destination.ts'

export const models = command({
  name: 'models',
  about: 'the models of the workspace',
  options: {
    search: SEARCH,
    solution: { value: 'NAME', help: 'models of the solution' },
    alias: { value: 'NAME', help: 'models with the alias' },
    json: JSON_OUTPUT,
  },
  async run({ options, open }) {
    const { connection, workspace } = await open()
    const query = {
      workspace_id: workspace.id,
      ...(options.search && { q: options.search }),
      ...(options.alias && { alias: options.alias }),
      ...(options.solution && {
        solution_id: (await findSolution(connection, workspace, options.solution)).id,
      }),
    }
    const found = await readAll(async (page) => {
      const reply = await call(connection, listModels, { query: { ...query, ...page } })
      return { items: reply.models, total: reply.total }
    })
    if (options.json) return printJson(found)
    if (found.length === 0) return print(`No model matches in ${workspace.display_name}.`)
    printRows([
      ['MODEL', 'ALIASES', 'SOLUTION', 'RUN', 'CREATED', 'FIGURES'],
      ...found.map((model) => [
        model.name,
        model.aliases.map(({ name }) => name).join(', '),
        `${model.solution_name} v${model.version_num}`,
        model.run_name,
        model.created_at,
        Object.entries(model.metrics)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
      ]),
    ])
  },
})

/** Gives a model an alias, which the solution's model that had it loses, or removes it. */
export const alias = command({
  name: 'alias',
  args: '<model> <alias>',
  about: 'add an alias to a model; --remove removes it',
  missing: 'Name the model and the alias',
  options: { remove: { help: 'remove the alias' } },
  async run({ words: [named = '', name = ''], options, open }) {
    if (!ALIAS.test(name))
      fail(
        `'${name}' is not an alias: use lower-case letters, digits, '.', '_' and '-', at most 50 characters.`,
      )
    const { connection, workspace } = await open()
    const model = await findModel(connection, workspace, named)
    const others = model.aliases.map((each) => each.name).filter((each) => each !== name)
    if (options.remove && others.length === model.aliases.length)
      fail(`${model.name} has no alias '${name}'.`)
    const aliases = options.remove ? others : [...others, name]
    await call(connection, editModel, { params: { id: model.id }, body: { aliases } })
    print(options.remove ? `${model.name} is no longer '${name}'.` : `${model.name} is '${name}' now.`)
  },
})
