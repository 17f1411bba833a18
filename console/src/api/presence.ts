/** A page that was left for less than this is taken for one that is looked at. */
const LEFT_AFTER_MS = 5000

/** Outside a browser there is no page that could be left. */
interface Surroundings {
  document?: EventTarget & { hidden: boolean }
  window?: EventTarget
}
const surroundings = globalThis as Surroundings

interface Presence {
  /** the page is looked at again */
  onSeen: () => void
  /** the page has been behind others for a while */
  onLeft: () => void
  /** the machine has a network again, or another one */
  onOnline: () => void
}

/** True for a page in a tab behind others. */
export function isHidden(): boolean {
  return surroundings.document?.hidden ?? false
}

/** Tells when the page is left and looked at again, and when the network is back, until the returned function is called. */
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
