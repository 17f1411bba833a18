import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { Check, CircleDot, CircleStop, CircleX, type LucideIcon } from 'lucide-react'
import { formatDuration, formatSoFar } from '../../../format/duration.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { secondsBetween } from '../components/run-cells.tsx'
import styles from './run-page.module.css'

type Is = 'done' | 'now' | 'failed' | 'stopped'

const ICONS: Record<Is, LucideIcon> = { done: Check, now: CircleDot, failed: CircleX, stopped: CircleStop }
const TONES: Record<Is, string | undefined> = {
  done: text.green,
  now: text.info,
  failed: text.crimson,
  stopped: text.muted,
}

/** What the run went through, each with how long it took: the queue, what was done before its program began, then the steps that it named as its progress. */
export function StepStrip({ run, now }: { run: RunInfo; now: number }) {
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {stepsOf(run, now).map(({ name, is, seconds }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run may come back to a step of the same name
        <li key={at} className={styles[is]}>
          <span className={classNames(text.small, text.strong, styles.step)}>
            <Icon of={ICONS[is]} size={14} className={TONES[is]} />
            <span className={text.cut} title={name}>
              {name}
            </span>
          </span>
          <span className={text.note}>{durationWords(is, seconds)}</span>
        </li>
      ))}
    </ol>
  )
}

interface Step {
  name: string
  is: Is
  seconds: number | null
}

/** The parts of the run's time in their order; the last one carries how the run stands. */
export function stepsOf(run: RunInfo, now: number): Step[] {
  const { state, created_at, started_at, ended_at, steps } = run
  const end = ended_at ?? now
  const before = steps.filter((step) => started_at === null || step.started_at < started_at)
  const named = steps.slice(before.length).map((step) => partOf(step, end))
  const ran = named.length > 0 ? named : [{ name: 'Run', seconds: secondsBetween(started_at, end) }]
  const parts = [
    { name: 'Queued', seconds: secondsBetween(created_at, before[0]?.started_at ?? started_at ?? end) },
    ...before.map((step) => partOf(step, end)),
    ...(started_at === null ? [] : ran),
  ]
  const last: Is = isLive(state) ? 'now' : state === 'failed' || state === 'stopped' ? state : 'done'
  return parts.map((part, at) => ({ ...part, is: at === parts.length - 1 ? last : 'done' }))
}

function partOf(
  { name, started_at, ended_at }: RunInfo['steps'][number],
  end: Parameters<typeof secondsBetween>[1],
) {
  return { name, seconds: secondsBetween(started_at, ended_at ?? end) }
}

function durationWords(is: Is, seconds: number | null): string {
  if (is === 'now') return formatSoFar(seconds)
  if (is === 'failed') return `failed after ${formatDuration(seconds)}`
  return formatDuration(seconds)
}
