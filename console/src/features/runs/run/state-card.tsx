import { isLive, shownState } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatShare } from '../../../format/number.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { secondsBetween } from '../components/run-length.ts'
import { useNow } from '../components/use-now.ts'
import styles from './run-page.module.css'
import { stateSentence } from './state-sentence.ts'

const TONES = { succeeded: 'good', failed: 'bad' } as const

/** The run speaks first: a sentence, how far it is, and when. */
export function StateCard({ run }: { run: RunInfo }) {
  const now = useNow(isLive(run.state))
  const fraction = run.state === 'succeeded' ? 1 : (run.progress?.fraction ?? null)
  const began = run.started_at !== null
  const shown = began && (fraction !== null || run.state === 'running') && run.state !== 'stopped'
  return (
    <section aria-label="State" className={styles.state}>
      <div className={styles.stateLine}>
        <p>{stateSentence(run, now)}</p>
        {began && fraction !== null && <b className={styles.share}>{formatShare(fraction)}</b>}
      </div>
      {shown && (
        <ProgressBar
          label="Progress"
          {...(fraction === null ? {} : { percent: fraction * 100 })}
          tone={run.state === 'succeeded' || run.state === 'failed' ? TONES[run.state] : 'running'}
        />
      )}
      {/* Read out when it changes; the sentence itself moves on every second. */}
      <span role="status" className={styles.unseen}>
        {shownState(run.state)}
      </span>
      <ul className={styles.times}>
        <li>
          Asked <Moment at={run.created_at} />
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
          <li className={styles.soFar}>{formatDuration(secondsBetween(run.started_at, now))} so far</li>
        )}
      </ul>
    </section>
  )
}
