import { link, rm } from 'node:fs/promises'
import type { Attempt } from '../attempt.ts'
import { codeOf, flushFolderOf, writeDraft } from '../json-file.ts'
import type { Begun } from '../record-shapes.ts'

/**
 * Writes a record in place of the supervisor's, so that no supervisor can begin the attempt any more, and states how it
 * ended instead. Returns false if one has begun.
 */
export async function preventBegin(
  { directory }: Attempt,
  bootId: string,
  earlyEnd: Begun['instead'],
): Promise<boolean> {
  const draft = await writeDraft(directory.begun, { boot_id: bootId, pid: 0, start: -1, instead: earlyEnd })
  try {
    await link(draft, directory.begun)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  await rm(draft)
  await flushFolderOf(directory.begun)
  return true
}
