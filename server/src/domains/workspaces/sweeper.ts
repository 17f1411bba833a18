import type { Engine } from '@podium/engines/engine.ts'
import { replaceLeftArchives } from '../solutions/left-archives.ts'
import { discardOfDeleted } from './engine-kept-work.ts'
import { releaseUnknown } from './engine-workspaces.ts'
import { type RemovalParts, workOff } from './removals.ts'

/** With the time that a place is held for, less than a minute: so long a crash may leave something half made. */
export const SWEEP_MS = 30_000

/** Works off what earlier servers left, and then what comes, until `close`. */
export function startSweeper(parts: RemovalParts & { engine: Engine }): { close(): Promise<void> } {
  const trying = async (work: () => Promise<unknown>, otherwise: string) => {
    try {
      await work()
    } catch (error) {
      parts.log.warn({ err: error }, otherwise)
    }
  }
  const sweep = async () => {
    await trying(() => workOff(parts), 'the removal of objects failed')
    await trying(() => replaceLeftArchives(parts), 'archives of deleted runs stay below their versions')
    await trying(() => parts.objects.sweep(), 'what broken uploads left could not be removed')
    await trying(() => discardOfDeleted(parts), 'the engine could not discard what deleted runs left')
    await trying(() => releaseUnknown(parts), 'the engine could not give back what workspaces left')
  }
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, SWEEP_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await sweeping
    },
  }
}
