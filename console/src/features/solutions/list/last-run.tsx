import { shownState } from '@podium/contract/run-state.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import text from '../../../theme/text.module.css'
import { StateChip } from '../../../ui/text/state-chip.tsx'

/** How the newest run of any version stands. */
export function LastRun({ of: { last_run_state } }: { of: Pick<Solution, 'last_run_state'> }) {
  if (last_run_state === null) return <span className={text.muted}>never run</span>
  return <StateChip state={shownState(last_run_state)} />
}
