import { useEffect } from 'react'
import { inside } from '../base-path.ts'

const ANSWERED_WITHIN_MS = 5000
const IDLE_AFTER_MS = 2000
const STYLE = /^Unable to preload CSS for (.+)$/

/** The error for a part of the console that could not be fetched. Its message is the sentence to show. */
export class NotFetched extends Error {
  /** The server responds, so it has a newer console, and only a reload helps. */
  readonly isOutdated: boolean

  constructor(isOutdated: boolean) {
    super(isOutdated ? 'The console was updated in the meantime.' : 'The server cannot be reached.')
    this.name = 'NotFetched'
    this.isOutdated = isOutdated
  }
}

// Vite fetches a stylesheet only once, even if that fails.
const missingStyles = new Set<string>()

/**
 * Fetches a part of the console with its stylesheet.
 * @throws NotFetched if one of its files cannot be fetched
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

/** Prefetches a part that most people need soon, once the page is idle. If that fails, it is fetched when used. */
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
