import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { Check, CircleDot, CircleStop, CircleX, type LucideIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { formatDuration, formatSoFar } from '../../../format/duration.ts'
import { formatShare } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
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

/** What the run went through, each as wide as the time it took: the queue, what was done before its program began, then the steps that it named as its progress. */
export function StepStrip({ run, now }: { run: RunInfo; now: number }) {
  const steps = stepsOf(run, now)
  return (
    <ol aria-label="Steps" className={styles.steps} style={{ '--widths': widthsOf(steps) } as CSSProperties}>
      {steps.map(({ name, is, seconds }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run may come back to a step of the same name
        <li key={at} className={styles[is]}>
          {is === 'now' && run.state === 'running' && <HowFar run={run} />}
          <span className={classNames(text.small, text.strong, styles.step)}>
            <Icon of={ICONS[is]} size={14} className={TONES[is]} />
            <span className={text.cut} title={name}>
              {name}
            </span>
          </span>
          <span className={text.note}>{is === 'now' ? formatSoFar(seconds) : formatDuration(seconds)}</span>
        </li>
      ))}
    </ol>
  )
}

/** How far the run is, as the line of the step that it is in. */
function HowFar({ run: { progress } }: { run: RunInfo }) {
  const fraction = progress?.fraction ?? null
  return (
    <span className={styles.far}>
      <ProgressBar label="Progress" percent={fraction === null ? undefined : fraction * 100} />
      {fraction !== null && <b className={classNames(text.unbroken, text.strong)}>{formatShare(fraction)}</b>}
    </span>
  )
}

/** The least share of the longest step, so that a line is seen of what took no time. */
const LEAST_SHARE = 1 / 50

function widthsOf(steps: readonly Step[]): string {
  const longest = Math.max(...steps.map(({ seconds }) => seconds ?? 0))
  const least = `min(112px, ${100 / steps.length}% - 4px)`
  return steps
    .map(
      ({ seconds }) =>
        `minmax(${least}, ${longest === 0 ? 1 : Math.max((seconds ?? 0) / longest, LEAST_SHARE)}fr)`,
    )
    .join(' ')
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
