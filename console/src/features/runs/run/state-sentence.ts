import type { RunInfo } from '@podium/contract/runs.ts'
import { formatDuration } from '../../../format/duration.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { secondsBetween } from '../components/run-length.ts'

type Told = Pick<
  RunInfo,
  | 'state'
  | 'detail'
  | 'created_at'
  | 'started_at'
  | 'ended_at'
  | 'progress'
  | 'queue_place'
  | 'model_version'
  | 'stop_requested_at'
>

/** What the run is doing or how it ended, in one sentence that stands before any figure. */
export function stateSentence(run: Told, now: number): string {
  if (run.state === 'queued' || run.state === 'starting' || run.state === 'running') {
    if (run.stop_requested_at !== null) return 'Being stopped. It ends when its processes have.'
  }
  if (run.state === 'queued') return waiting(run, now)
  if (run.state === 'starting') return 'Starting. Data and code are being put in place.'
  if (run.state === 'running') return running(run, now)
  const after = afterWords(secondsBetween(run.started_at, run.ended_at))
  if (run.state === 'succeeded') return succeeded(run, after)
  const step = run.progress?.step ? ` in step ${run.progress.step}` : ''
  return run.state === 'failed' ? `Failed${step} ${after}.` : `Stopped${step} ${after}.`
}

function afterWords(seconds: number | null): string {
  if (seconds === null) return 'before it began'
  return seconds < 1 ? 'at once' : `after ${formatDuration(seconds)}`
}

function waiting({ created_at, queue_place }: Told, now: number): string {
  const ahead = queue_place === null ? 0 : queue_place - 1
  const time = formatDuration(secondsBetween(created_at, now))
  if (ahead === 0) return `Waiting for ${time}. No run is ahead.`
  return `Waiting for ${time}. ${countOf(ahead, 'run is', 'runs are')} ahead.`
}

function running({ progress, started_at }: Told, now: number): string {
  const { message, step } = progress ?? {}
  if (message && step) return `In step ${step}: ${message.replace(/\.$/, '')}.`
  if (message) return `${capital(message)}.`
  if (step) return `In step ${step}.`
  return `Running for ${formatDuration(secondsBetween(started_at, now))}.`
}

function succeeded({ model_version }: Told, after: string): string {
  if (model_version === '') return `Succeeded ${after}.`
  return `Succeeded ${after} and left the model ${formatVersion(model_version)}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '')
}
