import { isLive } from '@podium/contract/run-state.ts'
import type { Run } from '@podium/contract/runs.ts'
import { lengthOf } from './run-length.ts'
import { useNow } from './use-now.ts'

/** How long a run took; while it is under way, how long so far. */
export function RunDuration({ run }: { run: Run }) {
  return lengthOf(run, useNow(isLive(run.state)))
}
