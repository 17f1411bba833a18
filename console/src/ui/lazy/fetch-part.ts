import { useEffect } from 'react'
import { inside } from '../base-path.ts'

const ANSWERED_WITHIN_MS = 5000
const IDLE_AFTER_MS = 2000
const STYLE = /^Unable to preload CSS for (.+)$/

/** A part of the console could not be fetched. Its message is the sentence to show. */
export class NotFetched extends Error {
  /** The server answers, so its console is a newer one: only a reload helps. */
  readonly isOutdated: boolean

  constructor(isOutdated: boolean) {
    super(isOutdated ? 'The console was updated in the meantime.' : 'The server cannot be reached.')
    this.name = 'NotFetched'
    this.isOutdated = isOutdated
  }
}

// Vite fetches a style once only, whether it comes or not.
const missingStyles = new Set<string>()

/**
 * Fetches a part of the console, with its style.
 * @throws NotFetched where a file of it does not come
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    await Promise.all([...missingStyles].map(fetchStyle))
    return await load()
  } catch (cause) {
    const style = cause instanceof Error ? STYLE.exec(cause.message)?.[1] : undefined
    if (style !== undefined) missingStyles.add(style)
    throw new NotFetched(await serverAnswers())
  }
}

async function fetchStyle(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
  })
  document.head.append(link)
  await loaded.catch((error) => {
    link.remove()
    throw error
  })
  missingStyles.delete(href)
}

export async function serverAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
    return (await fetch(inside('/favicon.svg'), { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

/** Fetches ahead what most people want soon, once the page is idle. What does not come is fetched when it is used. */
export function useFetchWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const fetchIt = () => void load().catch(() => {})
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchIt, IDLE_AFTER_MS)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(fetchIt)
    return () => cancelIdleCallback(idle)
  }, [load])
}
