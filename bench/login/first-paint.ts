import type { Browser } from '@playwright/test'

const SLOWER = 4

/**
 * Opens the address in a new tab on a throttled processor, and returns the time of the first contentful paint in ms.
 * The tab is new and its cache is off, so that one page does not speed up the next.
 */
export async function firstPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(address, { waitUntil: 'load' })
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    return Number(await paint.jsonValue())
  } finally {
    await context.close()
  }
}
