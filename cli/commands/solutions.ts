import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import { JSON_OUTPUT, SEARCH } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { readAll } from '../read-all.ts'

export const solutions = command({
  name: 'solutions',
  about: 'the solutions of the workspace',
  options: { search: SEARCH, json: JSON_OUTPUT },
  async run({ options, open }) {
    const { connection, workspace } = await open()
    const query = { workspace_id: workspace.id, ...(options.search && { q: options.search }) }
    const found = await readAll(async (page) => {
      const reply = await call(connection, listSolutions, { query: { ...query, ...page } })
      return { items: reply.solutions, total: reply.total }
    })
    if (options.json) return printJson(found)
    if (found.length === 0) return print(`No solution matches in ${workspace.display_name}.`)
    printRows([
      ['SOLUTION', 'VERSION', 'RUNS', 'LAST RUN', 'REGISTERED BY', 'OVERVIEW'],
      ...found.map((solution) => [
        solution.name,
        solution.versions[0] ? `v${solution.versions[0].version_num}` : '',
        String(solution.run_count),
        solution.last_run_state ?? '',
        solution.created_by,
        solution.overview ?? '',
      ]),
    ])
  },
})
