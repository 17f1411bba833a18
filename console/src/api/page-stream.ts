import { followRun, followRuns } from '@podium/contract/calls/runs.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import { type Follower, follow } from './follow.ts'

/** A part of the page that follows something. */
export interface Part extends Follower {
  /** the run whose log or series it follows; without it, the part follows the workspace's runs */
  run?: string
  /** its part of the query; called when the stream is opened, so that it returns the current position */
  query: () => Partial<QueryOf<typeof followRun>>
}

/** How long the stream of a part that left stays open, because the next part often wants another log or run. */
const KEPT_MS = 1000

const parts = new Set<Part>()
let stop = () => {}
let isToOpen = false
let leaving: ReturnType<typeof setTimeout> | undefined

/**
 * Follows something for a part of the page until the returned function is called. A browser has six connections to a
 * server, so all parts share one stream. A new part reopens it, and the others resume where they were.
 */
export function followOnPage(part: Part): () => void {
  parts.add(part)
  openSoon()
  return () => {
    if (!parts.delete(part)) return
    clearTimeout(leaving)
    leaving = setTimeout(open, part.run === undefined ? 0 : KEPT_MS)
  }
}

/** Waits for other parts that are added in the same update. */
function openSoon(): void {
  if (isToOpen) return
  isToOpen = true
  queueMicrotask(open)
}

function open(): void {
  isToOpen = false
  clearTimeout(leaving)
  stop()
  stop = () => {}
  if (parts.size === 0) return
  const run = [...parts].findLast((part) => part.run !== undefined)?.run
  const hearing = () => [...parts].filter((part) => part.run === undefined || part.run === run)
  function tell(say: (part: Part) => void): void {
    for (const part of hearing()) say(part)
  }
  const follower: Follower = {
    onEvent: (event) => tell((part) => part.onEvent(event)),
    onConnection: (connected) => tell((part) => part.onConnection?.(connected)),
    onLook: () => tell((part) => part.onLook?.()),
    onRefused(error) {
      // A run that is gone ends its own parts only; the workspace is still followed.
      for (const part of hearing().filter((each) => each.run === run)) {
        parts.delete(part)
        part.onRefused?.(error)
      }
      openSoon()
    },
  }
  function query(): ReturnType<Part['query']> {
    const all: ReturnType<Part['query']> = Object.assign({}, ...hearing().map((part) => part.query()))
    // A run's stream knows its workspace.
    if (run !== undefined) delete all.workspace_id
    return all
  }
  stop =
    run === undefined
      ? follow(followRuns, () => ({ query: query() }), follower)
      : follow(followRun, () => ({ params: { id: run }, query: query() }), follower)
}
