const LATEST_MS = 100

/**
 * Resolves once the browser has painted the current frame, so that less urgent work does not delay the page. A
 * background tab, and anything but a browser, paints nothing: there it resolves after a tenth of a second.
 */
export function painted(): Promise<void> {
  const { requestAnimationFrame } = globalThis as { requestAnimationFrame?: (draw: () => void) => number }
  return new Promise((resolve) => {
    requestAnimationFrame?.(() => setTimeout(resolve))
    setTimeout(resolve, LATEST_MS)
  })
}
