import type { Progress } from '@podium/engines/engine.ts'
import type { RunRow } from '../run-records/run-row.ts'

type Steps = RunRow['steps']

/** Maximum number of stored steps; later steps are not recorded. */
const MOST = 100

/** Adds the step that the progress names. It begins now, but the program's first step began with the program. */
export function stepsWith(run: Pick<RunRow, 'steps' | 'started_at'>, progress: Progress | null, now: string) {
  const { steps, started_at } = run
  const name = progress?.step ?? null
  if (name === null || name === steps.at(-1)?.name || steps.length >= MOST) return steps
  const isFirst = steps.every((step) => started_at !== null && step.started_at < started_at)
  const began = isFirst ? (started_at ?? now) : now
  return [...endedSteps(steps, now), { name, started_at: began, ended_at: null }]
}

/** The steps of a run that has ended or starts anew, each with an end. */
export function endedSteps(steps: Steps, now: string): Steps {
  return steps.map((step) => ({ ...step, ended_at: step.ended_at ?? now }))
}
