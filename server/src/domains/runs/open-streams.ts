import type { EventStream } from './event-stream.ts'

const MOST_PER_SESSION = 20

/** The streams that are open: one session keeps the newest twenty. */
export function createOpenStreams(most = MOST_PER_SESSION) {
  const open = new Map<string, Set<EventStream>>()

  return {
    /** Notes a stream, and ends the session's oldest one where there are too many. */
    add(session: string, stream: EventStream): void {
      const streams = open.get(session) ?? new Set()
      open.set(session, streams.add(stream))
      const [oldest] = streams
      if (streams.size > most && oldest) {
        streams.delete(oldest)
        oldest.end()
      }
    },

    remove(session: string, stream: EventStream): void {
      const streams = open.get(session)
      streams?.delete(stream)
      if (streams?.size === 0) open.delete(session)
    },

    endAll(): void {
      for (const streams of open.values()) for (const stream of streams) stream.end()
    },
  }
}
