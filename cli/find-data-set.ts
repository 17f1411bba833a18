import { type DataSet, listDataSets } from '@podium/contract/calls/data-sets.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { parseDataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { fail } from './cli-error.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { findInList } from './find-in-list.ts'

/** Splits 'store-sales@v3'; the version is null without one. */
export function nameAndVersion(named: string): { name: string; version: number | null } {
  return (
    parseDataSetAddress(`data-set://${named}`) ??
    fail(
      `'${named}' is not the name of a data set: use letters, digits, '.', '_' and '-', and @v3 after it for a version.`,
    )
  )
}

/** Returns undefined if the workspace has none with that name. */
export function findDataSet(
  connection: Connection,
  workspace: Workspace,
  name: string,
): Promise<DataSet | undefined> {
  return findInList(
    async (page) => {
      const query = { workspace_id: workspace.id, q: name, ...page }
      const { data_sets, total } = await call(connection, listDataSets, { query })
      return { items: data_sets, total }
    },
    (dataSet) => dataSet.name.toLowerCase() === name.toLowerCase(),
  )
}
