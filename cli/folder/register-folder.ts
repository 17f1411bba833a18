import { randomUUID } from 'node:crypto'
import { deleteObject, putObject } from '@podium/contract/calls/objects.ts'
import { registerArchive } from '@podium/contract/calls/solutions.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { call, upload } from '../client.ts'
import type { Connection } from '../connection.ts'
import { packFiles } from '../pack.ts'
import type { HashedFile } from './hash-files.ts'
import { whenInterrupted } from './interruption.ts'

interface Registration {
  root: string
  files: HashedFile[]
  metadata: Record<string, unknown>
  /** null for a new solution */
  solutionId: string | null
}

/** Registers the files as a solution, or as its next version. Nothing stays in the bucket if it fails. */
export async function registerFolder(
  connection: Connection,
  workspace: Workspace,
  { root, files, metadata, solutionId }: Registration,
): Promise<ReplyOf<typeof registerArchive>> {
  const path = archiveUpload(randomUUID().replaceAll('-', ''))
  const target = { params: { id: workspace.id, path } }
  // An archive that cannot be removed here is removed by the server later.
  const discard = () => call(connection, deleteObject, target).catch(() => undefined)
  const texts = { 'metadata.json': `${JSON.stringify(metadata, null, 2)}\n` }
  const source = files.filter((file) => file.path !== 'metadata.json')
  const done = whenInterrupted(discard)
  try {
    await upload(connection, putObject, target, () => packFiles(root, source, texts))
    const body = { path, ...(solutionId !== null && { solution_id: solutionId }) }
    return await call(connection, registerArchive, { query: { workspace_id: workspace.id }, body })
  } catch (error) {
    await discard()
    throw error
  } finally {
    done()
  }
}
