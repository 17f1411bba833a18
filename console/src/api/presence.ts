/** A page hidden for less than this counts as visible. */
const LEFT_AFTER_MS = 5000

/** Both are missing outside a browser. */
interface Surroundings {
  document?: EventTarget & { hidden: boolean }
  window?: EventTarget
}
const surroundings = globalThis as Surroundings

interface Presence {
  /** called when the page is visible again */
  onSeen: () => void
  /** called when the page has been hidden for a while */
  onLeft: () => void
  /** called when the machine is online again, or on another network */
  onOnline: () => void
}

/** True for a page in a background tab. */
export function isHidden(): boolean {
  return surroundings.document?.hidden ?? false
}

/** Reports when the page is hidden or visible and when the machine is online, until the returned function is called. */
export function watchPresence({ onSeen, onLeft, onOnline }: Presence): () => void {
  const { document: page, window: frame } = surroundings
  let leaving: ReturnType<typeof setTimeout> | undefined
  function look() {
    clearTimeout(leaving)
    if (isHidden()) leaving = setTimeout(onLeft, LEFT_AFTER_MS)
    else onSeen()
  }
  page?.addEventListener('visibilitychange', look)
  frame?.addEventListener('online', onOnline)
  return () => {
    clearTimeout(leaving)
    page?.removeEventListener('visibilitychange', look)
    frame?.removeEventListener('online', onOnline)
  }
}
