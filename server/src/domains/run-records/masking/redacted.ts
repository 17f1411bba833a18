import { Readable } from 'node:stream'
import type { LogChunk, LogPart, Observation, Outputs } from '@podium/engines/engine.ts'
import { leftOut } from '@podium/engines/left-out.ts'

const SENTENCE = 'This text is not shown: the secrets of the run were encrypted with another key.'
const LOG = Buffer.from(`${SENTENCE}\n`)

/** The observation with its state and outcome, but with every text replaced. */
export function untold(seen: Exclude<Observation, { phase: 'absent' }>): Observation {
  const progress = seen.progress && { fraction: seen.progress.fraction, step: null, message: SENTENCE }
  if (seen.phase === 'ended') return { ...seen, progress, reason: SENTENCE, raw: {} }
  return { ...seen, progress, ...('waits_for' in seen && { waits_for: SENTENCE }) }
}

/** The log that is shown instead of the run's own. */
export function redactedLog(from: number, to?: number): LogPart {
  const part = LOG.subarray(from, to)
  return { size: LOG.length, stream: Readable.from(part.length === 0 ? [] : [part], { objectMode: false }) }
}

/** Streams the replacement log, and ends when the run's own log does. */
export async function* redactedFollow(own: AsyncIterable<LogChunk>, from: number): AsyncGenerator<LogChunk> {
  const bytes = LOG.subarray(from)
  if (bytes.length > 0) yield { offset: from, bytes }
  for await (const _ of own);
}

/** Leaves out the files of metrics, because their names would be shown. */
export function withoutFigures({ files, left_out }: Outputs, isFigure: (path: string) => boolean): Outputs {
  const others = files.filter(({ path }) => !isFigure(path))
  if (others.length === files.length) return { files, left_out }
  return {
    files: others,
    left_out: [
      ...left_out,
      leftOut('The record of its figures', 'its secrets were encrypted with another key'),
    ],
  }
}
