const ANSWERED_WITHIN_MS = 5000
const STYLE = /^Unable to preload CSS for (.+)$/

/** A part of the console that did not come. Its message is the sentence to show. */
export class NotFetched extends Error {
  /** The server is there, and its console is another than this one: only a reload helps. */
  readonly isOutdated: boolean

  constructor(isOutdated: boolean) {
    super(isOutdated ? 'The console was updated meanwhile.' : 'The server cannot be reached.')
    this.name = 'NotFetched'
    this.isOutdated = isOutdated
  }
}

// The bundler asks for a style once only, whether it comes or not.
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
    return (await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
