import type { Database } from '@podium/database/connect.ts'
import type { EventStream } from '../../http/event-stream.ts'
import type { Announced } from '../run-records/move.ts'
import { readMarks } from './reads.ts'

/** Reports changes until the returned function is called; null means that anything may have changed. */
type Subscribe = (heard: (changed: Announced | null) => void) => () => void

/**
 * Sends `series` with the names of the series that have new points, first with all names, and `end` when the run has
 * ended and its last points are stored. A slow reader gets fewer events, but misses no name.
 */
export async function sendSeries(
  database: Database,
  subscribe: Subscribe,
  run: string,
  events: EventStream,
): Promise<void> {
  const sent = new Map<string, string>()
  let isFirst = true
  let hasNews = true
  let wake = () => {}
  const leave = subscribe((changed) => {
    if (changed !== null && changed.run !== run) return
    hasNews = true
    wake()
  })
  const stop = () => wake()
  events.signal.addEventListener('abort', stop)
  try {
    while (!events.signal.aborted) {
      hasNews = false
      const now = await readMarks(database, run)
      if (now === null) break
      const fresh = now.series.filter(({ kind, name, mark }) => sent.get(`${kind} ${name}`) !== mark)
      for (const { kind, name, mark } of fresh) sent.set(`${kind} ${name}`, mark)
      if (isFirst || fresh.length > 0)
        await events.send('series', { names: [...new Set(fresh.map(({ name }) => name))] })
      isFirst = false
      if (now.has_ended) {
        await events.send('end', {})
        break
      }
      if (!hasNews && !events.signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    leave()
    events.signal.removeEventListener('abort', stop)
    events.end()
  }
}
