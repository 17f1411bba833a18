import { listRuns } from '@podium/contract/calls/run-list.ts'
import { type Run, readRun } from '@podium/contract/calls/runs.ts'
import { fail } from './cli-error.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { findInList } from './find-in-list.ts'
import { chooseWorkspace } from './workspace.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Finds a run by id, or the newest by name in the workspace. */
export async function findRun(
  connection: Connection,
  named: string,
  inWorkspace: string | undefined,
): Promise<Run> {
  if (UUID.test(named)) return call(connection, readRun, { params: { id: named } })
  const workspace = await chooseWorkspace(connection, inWorkspace)
  const search = { workspace_id: workspace.id, q: named, sort: '-created_at' } as const
  const found = await findInList(
    async (page) => {
      const { stream_histories, total } = await call(connection, listRuns, { query: { ...search, ...page } })
      return { items: stream_histories, total }
    },
    (run) => run.name === named,
  )
  return found ?? fail(`There is no run '${named}' in ${workspace.display_name}.`)
}
