import { ALIAS, editModel, listModels } from '@podium/contract/calls/models.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { connect } from '../connection.ts'
import { findModel } from '../find-model.ts'
import type { Options } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { readAll } from '../read-all.ts'
import { findSolution } from '../run-destination.ts'
import { chooseWorkspace } from '../workspace.ts'

export async function runModels(_: string[], options: Options): Promise<void> {
  const connection = await connect(options.server)
  const workspace = await chooseWorkspace(connection, options.workspace)
  const asked = {
    workspace_id: workspace.id,
    ...(options.search && { q: options.search }),
    ...(options.alias && { alias: options.alias }),
    ...(options.solution && {
      solution_id: (await findSolution(connection, workspace, options.solution)).id,
    }),
  }
  const found = await readAll(async (page) => {
    const { models, total } = await call(connection, listModels, { query: { ...asked, ...page } })
    return { items: models, total }
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
}

/** Gives a model an alias, which the solution's model that had it loses, or removes it. */
export async function runAlias([named, alias]: string[], options: Options): Promise<void> {
  if (!named || !alias) return fail('Name the model and the alias: podium alias <model> <alias> [--remove]')
  if (!ALIAS.test(alias))
    fail(
      `'${alias}' is not an alias: use lower-case letters, digits, '.', '_' and '-', at most 50 characters.`,
    )
  const connection = await connect(options.server)
  const workspace = await chooseWorkspace(connection, options.workspace)
  const model = await findModel(connection, workspace, named)
  const others = model.aliases.map(({ name }) => name).filter((name) => name !== alias)
  if (options.remove && others.length === model.aliases.length) fail(`${model.name} has no alias '${alias}'.`)
  const aliases = options.remove ? others : [...others, alias]
  await call(connection, editModel, { params: { id: model.id }, body: { aliases } })
  print(options.remove ? `${model.name} is no longer '${alias}'.` : `${model.name} is '${alias}' now.`)
}
