import { createDataSet } from '@podium/contract/calls/data-sets.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { dataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { call } from '../client.ts'
import type { Connection } from '../connection.ts'
import { findDataSet } from '../find-data-set.ts'
import { pushFiles } from '../push-files.ts'
import { digestOf, type HashedFile } from './hash-files.ts'

/** The version of a data set that holds the files of a folder. */
export interface PushedData {
  digest: string
  version: number
}

/**
 * Sends the files that are laid over the source as a version of the data set NAME-files, unless its newest version is
 * the one that has them already. Returns null for no files.
 * @param known the version that was sent last
 */
export async function pushData(
  connection: Connection,
  workspace: Workspace,
  name: string,
  files: HashedFile[],
  known: PushedData | undefined,
): Promise<{ address: string; pushed: PushedData; is_new: boolean } | null> {
  if (files.length === 0) return null
  const dataSet = `${name}-files`
  const digest = digestOf(files, {})
  const found = await findDataSet(connection, workspace, dataSet)
  if (known?.digest === digest && found?.version === known.version)
    return { address: dataSetAddress(dataSet, known.version), pushed: known, is_new: false }
  const query = { workspace_id: workspace.id }
  const { id } = found ?? (await call(connection, createDataSet, { query, body: { name: dataSet } }))
  const note = 'Files beside the source, sent by podium run'
  const made = await pushFiles(connection, id, '/', files, { keep: false, note })
  return {
    address: dataSetAddress(dataSet, made.version),
    pushed: { digest, version: made.version },
    is_new: made.is_new,
  }
}
