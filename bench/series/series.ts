import { type Browser, chromium, type Page } from '@playwright/test'
import { BROWSER_COOKIE } from '@podium/server/http/cookies.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { startPodium } from '../podium-server.ts'
import { median, printFigures } from '../rounds.ts'
import { withDatabase } from '../run-list/database.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { seedSeries } from './seed.ts'
import { p95, zoomFrames } from './zoom-frames.ts'

const ROUNDS = 5
const MOST_OPEN_MS = 1000
const MOST_FRAME_MS = 33
const MOST_HEAP_MB = 60

type Seeded = Awaited<ReturnType<typeof seedSeries>>

/** The page of a run with 200 series of 100,000 points: until its first curve, while it is zoomed, and what it holds. */
export async function measureSeries(): Promise<Verdict[]> {
  return inTemporaryHome(async (home) => {
    const seeded = await withDatabase(home, async (connection, analyze) => {
      const made = await seedSeries(connection)
      await analyze()
      return made
    })
    const podium = await startPodium(home)
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    try {
      const rounds: Figures[] = []
      await measurePage(browser, podium.address, seeded)
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await measurePage(browser, podium.address, seeded))
      const open = rounds.map((each) => each.open)
      const frame = rounds.map((each) => each.frame)
      const heap = rounds.map((each) => each.heap)
      printFigures('ms, ms and MB', {
        'until the first curve': open,
        'frame while zooming (p95)': frame,
        heap,
      })
      return [
        atMost('page of 200 series, until its first curve', median(open), MOST_OPEN_MS, 'ms'),
        atMost('frame while zooming, processor 4 × slower', median(frame), MOST_FRAME_MS, 'ms'),
        atMost('heap after all curves were scrolled through', median(heap), MOST_HEAP_MB, 'MB'),
      ]
    } finally {
      await browser.close()
      await podium.stop()
    }
  })
}

interface Figures {
  open: number
  frame: number
  heap: number
}

async function measurePage(browser: Browser, address: string, seeded: Seeded): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await signIn(context, address, seeded)
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`${address}/inferenceModel/run/${seeded.run}`)
    const chart = page.getByRole('group', { name: /over steps/ }).first()
    await chart.locator('canvas').waitFor()
    const open = performance.now() - began
    await chart.focus()
    const detail = page.waitForResponse((answer) => answer.url().includes('points=1000'))
    await page.keyboard.press('+')
    await detail
    const zoom = `(at) => document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: at % 12 < 6 ? '+' : '-', bubbles: true }))`
    return { open, frame: p95(await zoomFrames(page, zoom)), heap: await heapAfterScrolling(page) }
  } finally {
    await context.close()
  }
}

/** As a browser is after a sign-in. */
async function signIn(
  context: Awaited<ReturnType<Browser['newContext']>>,
  address: string,
  { workspace_id, token }: Seeded,
) {
  await context.addCookies([{ name: BROWSER_COOKIE, value: token, url: address.replace('http:', 'https:') }])
  const workspace = {
    id: workspace_id,
    name: 'first-ws',
    role: 'MEMBER',
    display_name: 'first',
    member: true,
    dashboard_hash: '',
    edge_conductor_url: '',
  }
  await context.addInitScript(
    `for (const [name, value] of Object.entries(${JSON.stringify({
      accountId: 'member',
      userName: 'The member',
      role: 'DEVELOPER',
      loginType: 'static',
      id: 'member',
      workspaceList: JSON.stringify([workspace]),
      currWorkspace: JSON.stringify(workspace),
    })})) localStorage.setItem(name, value)`,
  )
}

async function heapAfterScrolling(page: Page): Promise<number> {
  await page.evaluate(`(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 450) {
      scrollTo(0, top)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }
  })()`)
  const last = page.getByRole('list', { name: 'Curves' }).getByRole('listitem').last()
  await last.locator('canvas').waitFor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
