const LATEST_MS = 100

/**
 * Resolves once the browser has painted what is drawn now, so that what is not pressing does not hold the page up. In a
 * tab behind others, and outside a browser, nothing is painted: there it resolves after a tenth of a second.
 */
export function painted(): Promise<void> {
  const { requestAnimationFrame } = globalThis as { requestAnimationFrame?: (draw: () => void) => number }
  return new Promise((resolve) => {
    requestAnimationFrame?.(() => setTimeout(resolve))
    setTimeout(resolve, LATEST_MS)
  })
}
