import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { call } from '../client.ts'
import { connect } from '../connection.ts'
import type { Options } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { readAll } from '../read-all.ts'
import { chooseWorkspace } from '../workspace.ts'

export async function runSolutions(_: string[], options: Options): Promise<void> {
  const connection = await connect(options.server)
  const workspace = await chooseWorkspace(connection, options.workspace)
  const asked = { workspace_id: workspace.id, ...(options.search && { q: options.search }) }
  const found = await readAll(async (page) => {
    const { solutions, total } = await call(connection, listSolutions, { query: { ...asked, ...page } })
    return { items: solutions, total }
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
}
