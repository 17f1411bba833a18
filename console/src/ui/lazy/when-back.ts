import { serverAnswers } from './fetch-part.ts'

const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000] as const
/** After this long without a waiting caller, the pauses start over. */
const CALM_MS = 60_000

const waiting = new Set<() => void>()
let tries = 0
let endedAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false

/**
 * Calls back once the server responds again. All callers share one check: ever less often, at once when the network
 * is back or the page is visible again, and never in a background tab.
 * @returns a function that stops waiting
 */
export function whenBack(goOn: () => void): () => void {
  if (waiting.size === 0) begin()
  waiting.add(goOn)
  return () => {
    if (waiting.delete(goOn) && waiting.size === 0) end()
  }
}

function begin(): void {
  if (performance.now() - endedAt > CALM_MS) tries = 0
  window.addEventListener('online', askNow)
  document.addEventListener('visibilitychange', askNow)
  askLater()
}

function end(): void {
  endedAt = performance.now()
  clearTimeout(timer)
  window.removeEventListener('online', askNow)
  document.removeEventListener('visibilitychange', askNow)
}

/** Shortens each pause at random by up to half, so that pages do not reach a restarted server all at once. */
function askLater(): void {
  const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0
  tries += 1
  clearTimeout(timer)
  timer = setTimeout(askNow, pause * (1 - Math.random() / 2))
}

async function askNow(): Promise<void> {
  if (document.hidden || isAsking) return
  clearTimeout(timer)
  isAsking = true
  const isBack = await serverAnswers()
  isAsking = false
  if (waiting.size === 0) return
  if (!isBack) return askLater()
  end()
  const all = [...waiting]
  waiting.clear()
  for (const goOn of all) goOn()
}
