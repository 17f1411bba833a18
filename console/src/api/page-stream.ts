import { followRun, followRuns } from '@podium/contract/calls/runs.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import { type Follower, follow } from './follow.ts'

/** Something that one part of the page follows. */
export interface Part extends Follower {
  /** the run whose log or series it follows; without it, the part follows the runs of a workspace */
  run?: string
  /** its part of the query; asked for when the stream is opened, so it says from where the part goes on */
  query: () => Partial<QueryOf<typeof followRun>>
}

/** How long the stream brings what was left: what comes next on the page often wants another log, or another run. */
const KEPT_MS = 1000

const parts = new Set<Part>()
let stop = () => {}
let isToOpen = false
let leaving: ReturnType<typeof setTimeout> | undefined

/**
 * Follows what a part of the page wants until the returned function is called. A browser has six connections to a server, so
 * all parts of a page share one stream: it is opened anew for each new part, and the others go on where they were.
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

/** Parts that come with the same change of the page are waited for. */
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
      // A run that is gone takes only its own parts along: the workspace is followed on.
      for (const part of hearing().filter((each) => each.run === run)) {
        parts.delete(part)
        part.onRefused?.(error)
      }
      openSoon()
    },
  }
  function query(): ReturnType<Part['query']> {
    const all: ReturnType<Part['query']> = Object.assign({}, ...hearing().map((part) => part.query()))
    // A run says itself which workspace it is of.
    if (run !== undefined) delete all.workspace_id
    return all
  }
  stop =
    run === undefined
      ? follow(followRuns, () => ({ query: query() }), follower)
      : follow(followRun, () => ({ params: { id: run }, query: query() }), follower)
}
