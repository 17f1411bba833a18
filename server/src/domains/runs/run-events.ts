import type { Database } from '@podium/database/connect.ts'
import type { EventStream } from './event-stream.ts'
import { readChangedRuns } from './reads.ts'
import type { RunHub } from './run-hub.ts'

/**
 * Sends `run` for every change of the workspace's runs, and `gap` at first and wherever changes may have been
 * missed. A slow reader gets the newest state of each run, never a heap of old ones.
 */
export async function followRuns(
  database: Database,
  hub: RunHub,
  workspace: string,
  events: EventStream,
): Promise<void> {
  const waiting = new Set<string>()
  let gap = true
  let wake = () => {}
  const leave = hub.subscribe((changed) => {
    if (changed === null) gap = true
    else if (changed.workspace === workspace) waiting.add(changed.run)
    else return
    wake()
  })
  const stop = () => wake()
  events.signal.addEventListener('abort', stop)
  try {
    while (!events.signal.aborted) {
      if (gap) {
        gap = false
        await events.send('gap', {})
      }
      const ids = [...waiting]
      waiting.clear()
      for (const run of await readChangedRuns(database, workspace, ids)) await events.send('run', run)
      if (waiting.size === 0 && !gap && !events.signal.aborted)
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
