import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive, shownState } from '@podium/contract/rules/run-state.ts'
import { Link } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { useAddress } from '../../navigation/use-address.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Code } from '../../ui/text/mono.tsx'
import { lineRangeHash } from '../logs/components/line-range.ts'
import { secondsBetween, useNow } from '../runs/components/run-cells.tsx'
import type { RunActions } from '../runs/components/use-run-actions.ts'
import { NextStep } from './next-step.tsx'
import styles from './run-page.module.css'
import { StepStrip } from './step-strip.tsx'

/** Says in one sentence why the run failed or waits, how far it is or how it ended, and shows its steps. */
export function HeadlineCard({ run, actions }: { run: RunInfo; actions: RunActions }) {
  const now = useNow(isLive(run.state))
  const hasFailed = run.state === 'failed'
  const sentence = stateSentence(run, now)
  const waits = run.state === 'queued' && run.stop_requested_at === null && run.detail !== ''
  return (
    <section
      aria-label={hasFailed ? 'Why it failed' : 'State'}
      className={classNames(layout.surface, layout.stackClose, styles.headline)}
    >
      <div className={styles.message}>
        {hasFailed && <Icon of={CircleX} size={20} className={text.crimson} />}
        <div className={classNames(layout.grow, layout.stackTight)}>
          <p className={classNames(styles.sentence, hasFailed && styles.reason)}>
            {hasFailed ? (run.failure?.title ?? run.detail) : waits ? run.detail : sentence}
          </p>
          {hasFailed ? <FailedWhere run={run} sentence={sentence} /> : <Remaining run={run} />}
          {waits && <Subline>{sentence}</Subline>}
          {run.state === 'stopped' && run.detail !== '' && <Subline>{run.detail}</Subline>}
          {!hasFailed && <Summary run={run} />}
          {hasFailed && run.failure?.line == null && <LastLines run={run} />}
        </div>
        {hasFailed && <NextStep run={run} actions={actions} />}
      </div>
      {/* Announces only changes of the state, because the sentence changes every second. */}
      <span role="status" className={text.hidden}>
        {shownState(run.state)}
      </span>
      <StepStrip run={run} now={now} />
    </section>
  )
}

/** Says when and in which step the run failed, names the line of code, and links to the line of the log. */
function FailedWhere({ run: { failure, detail }, sentence }: { run: RunInfo; sentence: string }) {
  const { targetWith } = useAddress()
  const { log_type, line = null, place } = failure ?? {}
  const moreDetail = failure === null || failure.title === detail ? '' : detail
  return (
    <Subline>
      {sentence}
      {place && (
        <>
          {' '}
          Raised at <Code>{place}</Code>.
        </>
      )}
      {log_type && line !== null && (
        <>
          {' '}
          <Link
            {...targetWith({ tab: 'log', log: log_type })}
            hash={lineRangeHash([line + 1, line + 1]).slice(1)}
            replace
            resetScroll={false}
          >
            Line {line + 1} of {log_type}.log
          </Link>
        </>
      )}
      {line === null && moreDetail !== '' && ` ${moreDetail}`}
    </Subline>
  )
}

/** Estimates how long a running run will still take. */
function Remaining({ run: { state, remaining_seconds } }: { run: RunInfo }) {
  if (state !== 'running' || remaining_seconds === null) return null
  return <Subline>{leftInWords(remaining_seconds)}</Subline>
}

/** Shows the result of an inference in words, if it wrote a summary in ALO's format. */
function Summary({ run: { raw } }: { run: RunInfo }) {
  const { result, note } = (raw?.summary ?? {}) as { result?: string; note?: string }
  if (!result && !note) return null
  return (
    <Subline>
      {result && (
        <>
          Result: <b>{result}</b>.
        </>
      )}{' '}
      {note}
    </Subline>
  )
}

function Subline({ children }: { children: ReactNode }) {
  return <p className={classNames(text.small, text.muted, styles.where)}>{children}</p>
}

/** Returns a rough estimate: 'About 6 minutes left.' */
function leftInWords(seconds: number): string {
  if (seconds < 20) return 'A few seconds left.'
  if (seconds < 60) return 'Less than a minute left.'
  const minutes = Math.round(seconds / 60)
  return `About ${minutes < 90 ? countOf(minutes, 'minute') : countOf(Math.round(minutes / 60), 'hour')} left.`
}

/** Shows the last lines of the log, unless the sentence above already contains all of them. */
function LastLines({ run: { raw, detail } }: { run: RunInfo }) {
  const lines: unknown[] = Array.isArray(raw?.last_lines) ? raw.last_lines : []
  const written = lines.filter((line): line is string => typeof line === 'string' && line.trim() !== '')
  if (written.every((line) => detail.includes(line.trim()))) return null
  return (
    <figure className={layout.stackTight}>
      <figcaption className={text.sub}>
        {written.length === 1 ? 'Last line' : 'Last lines'} of process.log
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre translate="no" tabIndex={0} className={classNames(layout.scroll, styles.last)}>
        {written.slice(-5).join('\n')}
      </pre>
    </figure>
  )
}

/** Returns what the run is doing or how it ended, in one sentence. */
export function stateSentence(run: RunInfo, now: number): string {
  const { state, started_at, ended_at, queue_place, model_version, progress } = run
  if (isLive(state) && run.stop_requested_at !== null)
    return 'Stopping. The run ends as soon as its processes have ended.'
  if (state === 'queued') {
    const place = (queue_place ?? 1) === 1 ? 'Next' : `Place ${queue_place}`
    return `${place} in the queue.`
  }
  if (state === 'starting') return run.detail
  if (state === 'running')
    return progressSentence(progress) ?? `Running for ${formatDuration(secondsBetween(started_at, now))}.`
  const after = afterWords(secondsBetween(started_at, ended_at))
  if (state === 'succeeded')
    return model_version === ''
      ? `Succeeded ${after}.`
      : `Succeeded ${after} and produced the model ${formatVersion(model_version)}.`
  const step = progress?.step ? ` in step ${progress.step}` : ''
  return `${state === 'failed' ? 'Failed' : 'Stopped'}${step} ${after}.`
}

function afterWords(seconds: number | null): string {
  if (seconds === null) return 'before it started'
  return seconds < 1 ? 'at once' : `after ${formatDuration(seconds)}`
}

function progressSentence(progress: RunInfo['progress']): string | undefined {
  const step = progress?.step
  const message = progress?.message?.replace(/\.$/, '')
  if (message && step) return `In step ${step}: ${message}.`
  if (message) return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  return step ? `In step ${step}.` : undefined
}
