import { isLive, type RunState, shownState } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { formatDuration } from '../../../format/duration.ts'
import { countOf, formatShare } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { secondsBetween, useNow } from '../components/run-cells.tsx'
import styles from './run-page.module.css'

const TONES: Partial<Record<RunState, 'good' | 'bad'>> = { succeeded: 'good', failed: 'bad' }

/** What the run does or how it ended, how far it is, and when. */
export function StateCard({ run }: { run: RunInfo }) {
  const now = useNow(isLive(run.state))
  const fraction = run.state === 'succeeded' ? 1 : (run.progress?.fraction ?? null)
  const began = run.started_at !== null
  const hasBar = began && (fraction !== null || run.state === 'running') && run.state !== 'stopped'
  return (
    <section aria-label="State" className={classNames(layout.surface, layout.stackTight, styles.state)}>
      <div className={layout.between}>
        <p className={classNames(layout.grow, styles.sentence)}>{stateSentence(run, now)}</p>
        {began && fraction !== null && (
          <b className={classNames(text.number, text.strong)}>{formatShare(fraction)}</b>
        )}
      </div>
      {hasBar && (
        <ProgressBar
          label="Progress"
          percent={fraction === null ? undefined : fraction * 100}
          tone={TONES[run.state]}
        />
      )}
      {/* Read out when it changes; the sentence itself moves on every second. */}
      <span role="status" className={text.hidden}>
        {shownState(run.state)}
      </span>
      <ul className={classNames(text.note, styles.times)}>
        <li>
          Created <Moment at={run.created_at} />
        </li>
        {run.started_at !== null && (
          <li>
            Started <Moment at={run.started_at} />, waited{' '}
            {formatDuration(secondsBetween(run.created_at, run.started_at))}
          </li>
        )}
        {run.ended_at !== null && (
          <li>
            Ended <Moment at={run.ended_at} />
          </li>
        )}
        {run.state === 'running' && (
          <li className={classNames(text.number, text.strong, text.info)}>
            {formatDuration(secondsBetween(run.started_at, now))} so far
          </li>
        )}
      </ul>
    </section>
  )
}

/** What the run is doing or how it ended, in one sentence that is shown before any figure. */
export function stateSentence(run: RunInfo, now: number): string {
  const { state, created_at, started_at, ended_at, queue_place, model_version, progress } = run
  if (isLive(state) && run.stop_requested_at !== null)
    return 'Being stopped. It ends when its processes have.'
  if (state === 'queued') {
    const waited = `Waiting for ${formatDuration(secondsBetween(created_at, now))}.`
    const ahead = queue_place === null ? 0 : queue_place - 1
    return `${waited} ${ahead === 0 ? 'No run is' : countOf(ahead, 'run is', 'runs are')} ahead.`
  }
  if (state === 'starting') return 'Starting. Data and code are being put in place.'
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
  if (seconds === null) return 'before it began'
  return seconds < 1 ? 'at once' : `after ${formatDuration(seconds)}`
}

function progressSentence(progress: RunInfo['progress']): string | undefined {
  const step = progress?.step
  const message = progress?.message?.replace(/\.$/, '')
  if (message && step) return `In step ${step}: ${message}.`
  if (message) return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  return step ? `In step ${step}.` : undefined
}
