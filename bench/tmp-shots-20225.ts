// tsx bench/tmp-shots.ts PAGES.json OUT "1440:light,1440:dark"
import { readFileSync, mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { signInAt } from '@podium/e2e/fixtures/sign-in.ts'
const [pagesFile, out, sizes] = process.argv.slice(2)
const ids = JSON.parse(readFileSync('/tmp/ids.json', 'utf8'))
const pages: [string, string, string?][] = JSON.parse(readFileSync(pagesFile, 'utf8'))
mkdirSync(out, { recursive: true })
const fill = (s: string) => s.replace(/\{(\w+)\}/g, (_, k) => ids[k] ?? '')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', baseURL: process.env.BASE ?? ids.address })
await signInAt(page, process.env.BASE ?? ids.address, { id: 'admin', password: ids.password })
const radio = page.getByRole('radio', { name: /^demo/ })
await Promise.race([radio.waitFor().catch(() => {}), page.getByRole('navigation', { name: 'Main' }).waitFor().catch(() => {})])
await page.waitForTimeout(1000)
if (await radio.isVisible()) { await radio.check(); await page.getByRole('button', { name: 'Get Started' }).click() }
await page.waitForTimeout(1000)
for (const [name, path, act] of pages) {
  for (const size of sizes.split(',')) {
    const [w, theme] = size.split(':')
    await page.setViewportSize({ width: +w, height: +w <= 400 ? 844 : +w >= 1900 ? 1200 : 900 })
    await page.goto(fill(path)).catch((e) => console.log(name, String(e).slice(0, 100)))
    await page.evaluate((t) => { document.documentElement.dataset.theme = t }, theme)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 8000 }).catch(() => console.log('no h1', name))
    await page.waitForFunction(() => ![...document.querySelectorAll('[role=status]')].some((e) => e.textContent!.startsWith('Loading')), undefined, { timeout: 10000 }).catch(() => console.log('still loading', name))
    await page.evaluate((t) => { document.documentElement.dataset.theme = t }, theme)
    if (act) { try { await new Function('page', `return (async () => { ${fill(act)} })()`)(page) } catch (e) { console.log(name, 'act', String(e).slice(0, 200)) } }
    await page.waitForTimeout(500)
    if (process.env.FULL !== '0') { const h = await page.evaluate(() => document.documentElement.scrollHeight); if (h > page.viewportSize()!.height) { await page.setViewportSize({ width: +w, height: Math.min(h, 4000) }); await page.waitForTimeout(400) } }
    await page.screenshot({ path: `${out}/${name}-${w}${theme === 'dark' ? '-dark' : ''}.png`, fullPage: process.env.FULL !== '0', animations: 'disabled' })
  }
}
await browser.close()
