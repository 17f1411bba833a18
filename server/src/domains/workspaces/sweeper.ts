import type { Engine } from '@podium/engines/engine.ts'
import { releaseUnknown } from './engine-workspaces.ts'
import { type RemovalParts, workOff } from './removals.ts'

/** With the time that a place is held for, less than a minute: so long a crash may leave something half made. */
export const SWEEP_MS = 30_000

/** Works off what earlier servers left, and then what comes, until `close`. */
export function startSweeper(parts: RemovalParts & { engine: Engine }): { close(): Promise<void> } {
  const sweep = async () => {
    await workOff(parts).catch((error) => parts.log.warn({ err: error }, 'the removal of objects failed'))
    await parts.objects
      .sweep()
      .catch((error) => parts.log.warn({ err: error }, 'what broken uploads left could not be removed'))
    await releaseUnknown(parts).catch((error) =>
      parts.log.warn({ err: error }, 'the engine could not give back what workspaces left'),
    )
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
