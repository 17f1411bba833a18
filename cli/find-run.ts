import { listRuns, type Run, readRun } from '@podium/contract/runs.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { say } from './said.ts'
import { chooseWorkspace } from './workspace.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The run of that id, or the newest of that name in the workspace. */
export async function findRun(
  connection: Connection,
  named: string,
  inWorkspace: string | undefined,
): Promise<Run> {
  if (UUID.test(named)) return call(connection, readRun, { params: { id: named } })
  const workspace = await chooseWorkspace(connection, inWorkspace)
  const query = { workspace_id: workspace.id, q: named, sort: '-created_at', page_size: 1000 } as const
  const { stream_histories } = await call(connection, listRuns, { query })
  const found = stream_histories.find((run) => run.name === named)
  return found ?? say(`There is no run '${named}' in ${workspace.display_name}.`)
}
