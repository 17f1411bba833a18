import { listModels, type Model } from '@podium/contract/calls/models.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { fail } from './cli-error.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { findInList } from './find-in-list.ts'

/** Finds a model by name, id or run, such as 'line-3 v 3.7'. */
export async function findModel(connection: Connection, workspace: Workspace, named: string): Promise<Model> {
  const found = await findInList(
    async (page) => {
      const query = { workspace_id: workspace.id, ...page }
      const { models, total } = await call(connection, listModels, { query })
      return { items: models, total }
    },
    ({ id, name, run_name }) => [id, name, run_name].includes(named),
  )
  return found ?? fail(`There is no model '${named}' in ${workspace.display_name}.`)
}
