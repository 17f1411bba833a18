import type { Browser } from '@playwright/test'

const SLOWER = 4

/**
 * Opens the address in a new tab, on a processor made slower, and answers when it first painted content (ms).
 * Nothing was opened before in that tab, and its cache is off: what one page leaves behind is no gift to the next.
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
