import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { Check, CircleDashed, CircleDot, CircleStop, CircleX, Clock, type LucideIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { formatDuration, formatSoFar } from '../../format/duration.ts'
import { formatShare } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { secondsBetween } from '../runs/components/run-cells.tsx'
import styles from './run-page.module.css'

type Is = 'done' | 'queued' | 'now' | 'coming' | 'failed' | 'stopped'

const ICONS: Record<Is, LucideIcon> = {
  done: Check,
  queued: Clock,
  now: CircleDot,
  coming: CircleDashed,
  failed: CircleX,
  stopped: CircleStop,
}
const TONES: Record<Is, string | undefined> = {
  done: text.green,
  queued: text.muted,
  now: text.info,
  coming: text.muted,
  failed: text.crimson,
  stopped: text.muted,
}

/** Shows the run's phases, each as wide as its time: queue, preparation, then the steps that the program reported. */
export function StepStrip({ run, now }: { run: RunInfo; now: number }) {
  const steps = stepsOf(run, now)
  return (
    <ol aria-label="Steps" className={styles.steps} style={{ '--widths': widthsOf(steps) } as CSSProperties}>
      {steps.map(({ name, is, seconds }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run may come back to a step of the same name
        <li key={at} className={styles[is]}>
          {is === 'now' && run.state === 'running' && <HowFar run={run} />}
          <span className={classNames(text.small, is === 'coming' ? text.muted : text.strong, styles.step)}>
            <Icon of={ICONS[is]} size={14} className={TONES[is]} />
            <span className={text.cut} title={name}>
              {name}
            </span>
          </span>
          {is !== 'coming' && (
            <span className={text.note}>
              {is === 'now' || is === 'queued' ? formatSoFar(seconds) : formatDuration(seconds)}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The progress of the current step. */
function HowFar({ run: { progress } }: { run: RunInfo }) {
  const fraction = progress?.fraction ?? null
  return (
    <span className={styles.far}>
      <ProgressBar label="Progress" percent={fraction === null ? undefined : fraction * 100} />
      {fraction !== null && <b className={classNames(text.unbroken, text.strong)}>{formatShare(fraction)}</b>}
    </span>
  )
}

/** The minimum width, as a share of the longest step, so that a step without duration is visible. */
const LEAST_SHARE = 1 / 50
/** The width of the coming step, relative to the longest one. */
const COMING_SHARE = 4

/** Returns the grid widths of the steps. They are equal for a run of less than a second. */
function widthsOf(steps: readonly Step[]): string {
  const all = steps.map(({ seconds }) => seconds ?? 0)
  const longest = Math.max(...all)
  const isShort = all.reduce((sum, one) => sum + one, 0) < 1
  const shareOf = ({ is, seconds }: Step) =>
    is === 'coming' ? COMING_SHARE : isShort ? 1 : Math.max((seconds ?? 0) / longest, LEAST_SHARE)
  const least = `min(112px, ${100 / steps.length}% - 4px)`
  return steps.map((step) => `minmax(${least}, ${shareOf(step)}fr)`).join(' ')
}

interface Step {
  name: string
  is: Is
  seconds: number | null
}

/** Returns the phases of the run in order; the last one that began has the state of the run. */
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
  const underWay = parts.length === 1 ? 'queued' : 'now'
  const last = state === 'failed' || state === 'stopped' ? state : isLive(state) ? underWay : 'done'
  const begun = parts.map((part, at): Step => ({ ...part, is: at === parts.length - 1 ? last : 'done' }))
  return isLive(state) && started_at === null
    ? [...begun, { name: 'Run', is: 'coming', seconds: null }]
    : begun
}

function partOf(
  { name, started_at, ended_at }: RunInfo['steps'][number],
  end: Parameters<typeof secondsBetween>[1],
) {
  return { name, seconds: secondsBetween(started_at, ended_at ?? end) }
}
