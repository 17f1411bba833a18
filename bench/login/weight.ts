import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'

const CHECKOUT = new URL('../..', import.meta.url).pathname
const KB = 1000

/** Returns the size of everything that a usable login has loaded, in KB compressed by brotli. */
export async function weighLogin(
  browser: Browser,
  address: string,
  checkout = CHECKOUT,
): Promise<{ js: number; css: number }> {
  const page = await browser.newPage()
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  try {
    await page.goto(`${address}/auth/login`, { waitUntil: 'networkidle' })
    const weigh = (ending: string) =>
      [...asked]
        .filter((name) => name.endsWith(ending))
        .reduce((sum, name) => sum + statSync(join(checkout, 'console/dist', `${name}.br`)).size / KB, 0)
    return { js: weigh('.js'), css: weigh('.css') }
  } finally {
    await page.close()
  }
}
