import type { Page } from '@playwright/test'

const SLOWER = 4

/**
 * Measures a zoom: the milliseconds between frames while `step`, an expression of the page, is called once in each,
 * on a throttled processor. The first ones, in which code is compiled, do not count.
 */
export async function zoomFrames(page: Page, step: string, frames = 120): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  try {
    return await page.evaluate<number[]>(`new Promise((resolve) => {
      const step = ${step}
      const times = []
      let last = performance.now()
      const next = (now) => {
        times.push(now - last)
        last = now
        if (times.length > ${frames} + 5) return resolve(times.slice(5))
        step(times.length)
        requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
    })`)
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}

/** Returns the 95th percentile of the frames. */
export function p95(frames: readonly number[]): number {
  return frames.toSorted((one, other) => one - other)[Math.ceil(frames.length * 0.95) - 1] ?? Number.NaN
}
