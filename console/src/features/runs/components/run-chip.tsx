import { type RunState, shownState } from '@podium/contract/run-state.ts'
import { StateChip } from '../../../ui/text/state-chip.tsx'

/** A run's state in the console's own word, with its shape. */
export function RunChip({ state }: { state: RunState }) {
  return <StateChip state={shownState(state)} />
}
