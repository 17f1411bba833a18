import type { Engine } from '@podium/engines/engine.ts'
import type { Sweep } from '../../work/sweeps.ts'
import { discardOfDeleted, releaseUnknown } from './engine-retained-work.ts'
import { removeEnded } from './members/service.ts'
import { type RemovalParts, workOff } from './removals.ts'

/** With the lease of a row, less than a minute: the longest time that a crash leaves something half made. */
export const SWEEP_MS = 30_000

/** The sweeps of buckets, engine and members, in this order. */
export function sweepsOf(parts: RemovalParts & { engine: Engine }): Sweep[] {
  return [
    { work: () => workOff(parts), otherwise: 'the removal of objects failed' },
    {
      work: () => discardOfDeleted(parts),
      otherwise: 'the engine could not discard what deleted runs left',
    },
    { work: () => releaseUnknown(parts), otherwise: 'the engine could not give back what workspaces left' },
    { work: () => removeEnded(parts.database), otherwise: 'ended memberships could not be removed' },
  ]
}
