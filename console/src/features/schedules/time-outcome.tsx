import type { ScheduleTime } from '@podium/contract/calls/schedules.ts'
import { shownState } from '@podium/contract/rules/run-state.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../format/nothing.ts'
import { paths } from '../../navigation/paths.ts'
import { Chip, StateChip } from '../../ui/text/chip.tsx'

const WORDS = {
  waiting: 'waiting',
  started: 'run deleted',
  skipped_running: 'skipped',
  missed: 'missed',
  refused: 'refused',
} as const

/** The outcome of a scheduled time: the state of its run with a link to it, or why there is none. */
export function TimeOutcomeChip({ time, workspaceId }: { time: ScheduleTime | null; workspaceId: string }) {
  if (!time) return NOTHING
  const { run_id, run_name, run_state, outcome, detail } = time
  if (run_id !== null && run_state !== null)
    return (
      <Link {...paths.run(run_id, { ws: workspaceId })} title={run_name}>
        <StateChip state={shownState(run_state)} />
      </Link>
    )
  return (
    <span title={detail}>
      <Chip tone={outcome === 'refused' ? 'bad' : outcome === 'started' ? 'quiet' : 'warn'}>
        {WORDS[outcome]}
      </Chip>
    </span>
  )
}
