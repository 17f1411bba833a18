import { chromium, type Page } from '@playwright/test'
import { admin, ended } from '@podium/e2e/fixtures/seed.ts'
import { signInAt } from '@podium/e2e/fixtures/sign-in.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { medianRatio, printFigures } from './rounds.ts'
import { p95 } from './series/zoom-frames.ts'
import { type Training, withTraining } from './training.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = 12
const SLOWER = 4
const MAX_MS = 100
const MAX_OF_PLAIN = 2.5

/** The pages of the sidebar, by name. */
const PAGES = {
  '/overview': 'Overview',
  '/solution': 'AI Solution',
  '/inferenceModel': 'Inf Model',
  '/settings/workspace': 'Workspace',
  '/settings/account': 'Accounts',
  '/settings/audit': 'Audit',
} as const

/**
 * Measures the time from a press on a link to a page opened before until it is painted with its rows, on a slow
 * processor. Each press comes when the page before has settled, as with a person who reads it. Each change is
 * compared with the browser's own time: a copy of the page's elements is inserted, without its scripts.
 */
export function measureRouteChange(): Promise<Verdict[]> {
  return withTraining(async (training) => {
    await seed(training)
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signInAt(page, training.server.address, admin)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      const visitAll = async () => {
        const times: [string, Change][] = []
        for (const [href, name] of Object.entries(PAGES)) times.push([name, await changeTo(page, href)])
        return times
      }
      await page.goto(`${training.server.address}/settings/audit`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.evaluate(CHANGE_TO)
      await visitAll()
      const devtools = await page.context().newCDPSession(page)
      const visitOften = async (rate: number) => {
        await devtools.send('Emulation.setCPUThrottlingRate', { rate })
        await visitAll()
        const changed: Record<string, number[]> = {}
        const plain: Record<string, number[]> = {}
        for (let round = 0; round < ROUNDS; round += 1)
          for (const [name, change] of await visitAll()) {
            changed[name] = [...(changed[name] ?? []), change.page]
            plain[name] = [...(plain[name] ?? []), change.plain]
          }
        return { changed, plain }
      }
      printFigures('ms, processor as it is', (await visitOften(1)).changed)
      const { changed, plain } = await visitOften(SLOWER)
      printFigures('ms, processor 4 × slower', changed)
      printFigures('ms, the same elements without a program', plain)
      return Object.entries(changed).flatMap(([name, times]) => [
        atMost(`change to ${name}, 95 of 100`, p95(times), MAX_MS, 'ms'),
        atMost(
          `change to ${name}, of its elements alone`,
          medianRatio(times, plain[name] ?? []),
          MAX_OF_PLAIN,
          '×',
        ),
      ])
    } finally {
      await browser.close()
    }
  })
}

/** Enough for lists with a page of rows. */
async function seed({ api, stream }: Training): Promise<void> {
  const { id } = await stream('print(1)')
  const started = []
  for (let run = 0; run < 12; run += 1)
    started.push(await api.post<{ id: string }>(`/api/v1/streamhistories/${id}`, {}))
  for (const run of started) await ended(api, run.id)
}

interface Change {
  page: number
  plain: number
}

/** Presses the link within the page, so that only the page is measured. A task as urgent follows the frame's paint. */
const CHANGE_TO = `
  const settled = () => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 400))
  const heading = () => document.querySelector('main h1')?.textContent
  const isLoading = (part) => part.textContent.startsWith('Loading')
  const untilPainted = (change, isThere) =>
    new Promise((resolve) => {
      const began = performance.now()
      requestAnimationFrame(function look() {
        if (!isThere()) return requestAnimationFrame(look)
        scheduler.postTask(() => resolve(performance.now() - began), { priority: 'user-blocking' })
      })
      change()
    })
  window.changeTo = async (href) => {
    const link = document.querySelector('nav[aria-label="Main"] a[href^="' + href + '"]')
    link.focus()
    await settled()
    const before = heading()
    const isThere = () => ![undefined, before].includes(heading())
      && ![...document.querySelectorAll('main [role="status"]')].some(isLoading)
    const page = await untilPainted(() => link.click(), isThere)
    await settled()
    const main = document.querySelector('main')
    const copy = main.cloneNode(true)
    main.style.display = 'none'
    await settled()
    const plain = await untilPainted(() => main.before(copy), () => true)
    copy.remove()
    main.style.display = ''
    return { page, plain }
  }`

function changeTo(page: Page, href: string): Promise<Change> {
  return page.evaluate<Change>(`changeTo('${href}')`)
}
