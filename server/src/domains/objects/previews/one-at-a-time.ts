import type { Readable } from 'node:stream'
import type { ArtifactPreview } from '@podium/contract/calls/run-files.ts'
import { createSemaphore } from '../../../semaphore.ts'
import { nothing } from './nothing.ts'

/** Each of those that wait holds an open file, and may wait for all before it. */
const MAX_WAITING = 10

class Busy extends Error {}

/**
 * Returns the preview for files of which one is held and read at a time. While many wait, the one that has waited longest
 * is refused with a sentence.
 * @param files what they are: 'Parquet files'
 */
export function oneAtATime(
  files: string,
  preview: (stream: Readable) => Promise<ArtifactPreview>,
): (stream: Readable) => Promise<ArtifactPreview> {
  const inTurn = createSemaphore({
    at_once: 1,
    waiting: MAX_WAITING,
    refuse: () => {
      throw new Busy()
    },
  })
  return async (stream) => {
    try {
      return await inTurn(() => preview(stream))
    } catch (error) {
      if (!(error instanceof Busy)) throw error
      stream.destroy()
      return nothing(`Many ${files} are being read now. Open it again in a minute, or download it.`)
    }
  }
}
