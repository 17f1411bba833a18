import type { Run } from '@podium/contract/runs.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'

/** What goes with a run. */
export function withRun(run: Pick<Run, 'name' | 'model_version'>): string {
  if (run.model_version === '') return `${run.name} goes with its logs and artifacts.`
  return `${run.name} goes with its logs, its artifacts and the model ${formatVersion(run.model_version)}, which no run can use then.`
}

/** What goes with a stream; `coupled` names the instance that was made for it alone. */
export function withStream(stream: Pick<Stream, 'name' | 'run_count'>, coupled: string | null): string {
  const instance = coupled === null ? '' : ` The instance ${coupled} is coupled to it and goes along.`
  if (stream.run_count === 0) return `${stream.name} has no runs.${instance}`
  return `${stream.name} goes with its ${countOf(stream.run_count, 'run')}, their logs, artifacts and models.${instance}`
}

/** What goes with an instance. */
export function withInstance(name: string, streams: readonly Pick<Stream, 'name' | 'run_count'>[]): string {
  if (streams.length === 0) return `${name} has no streams.`
  const runs = streams.reduce((sum, { run_count }) => sum + run_count, 0)
  const names = streams.slice(0, 3).map(({ name: stream }) => stream)
  const more = streams.length > names.length ? ' and more' : ''
  return `${name} goes with its ${countOf(streams.length, 'stream')} (${names.join(', ')}${more}) and their ${countOf(runs, 'run')}, with logs, artifacts and models.`
}
