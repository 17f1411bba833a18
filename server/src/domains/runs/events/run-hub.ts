import type { Database } from '@podium/database/connect.ts'
import { listenTo } from '@podium/database/listen.ts'
import type { DatabaseLog } from '@podium/database/log.ts'
import { announcedIn, RUNS_CHANNEL, type RunChanged } from '../loop/announce.ts'

/** Tells whoever asks which runs changed, whichever server changed them. */
export interface RunHub {
  /** `heard(null)`: changes may have been missed. Answers how to stop listening. */
  subscribe(heard: (changed: RunChanged | null) => void): () => void
  /** Resolves when the run changed, after the time at the latest, or on abort. */
  changed(run: string, milliseconds: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Listens from the first subscriber on. */
export function createRunHub(database: Database, log: Pick<DatabaseLog, 'warn'>): RunHub {
  const subscribers = new Set<(changed: RunChanged | null) => void>()
  let listener: ReturnType<typeof listenTo> | null = null

  function tell(changed: RunChanged | null): void {
    for (const heard of subscribers) heard(changed)
  }

  function subscribe(heard: (changed: RunChanged | null) => void): () => void {
    subscribers.add(heard)
    listener ??= listenTo(database, RUNS_CHANNEL, {
      onPayload: (payload) => tell(announcedIn(payload)),
      onGap: () => tell(null),
      log,
    })
    return () => subscribers.delete(heard)
  }

  return {
    subscribe,
    changed(run, milliseconds, signal) {
      // Listening anew after the hub was closed would hold a connection for ever, and the server's stop with it.
      if (signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          leave()
          resolve()
        }
        const timer = setTimeout(done, milliseconds)
        const leave = subscribe((changed) => {
          if (changed === null || changed.run === run) done()
        })
        signal.addEventListener('abort', done)
      })
    },
    close: async () => listener?.close(),
  }
}
