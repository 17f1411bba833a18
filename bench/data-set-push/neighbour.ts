import { createHash } from 'node:crypto'
import type { Calls } from './calls.ts'
import { timeRepeatedly } from './timing.ts'

const PAUSE_MS = 200
const CONTENT = 'of the neighbour'

/** Creates small versions one after another in the same workspace. Returns how long each took, in milliseconds. */
export async function watchNeighbour(
  { post, put }: Calls,
  workspace: string,
): Promise<{ stop(): Promise<number[]> }> {
  const { id } = await post(`/data-sets?workspace_id=${workspace}`, { name: 'neighbour' })
  const sha256 = createHash('sha256').update(CONTENT).digest('hex')

  async function makeVersion(): Promise<void> {
    const { upload } = await post(`/data-sets/${id}/versions`)
    const at = `/data-sets/${id}/uploads/${upload}`
    await post(`${at}/files`, { files: [{ path: 'a.txt', size: CONTENT.length, sha256 }] })
    await put(`${at}/contents/${sha256}`, CONTENT)
    await post(`${at}/commit`)
  }

  return timeRepeatedly(makeVersion, PAUSE_MS)
}
