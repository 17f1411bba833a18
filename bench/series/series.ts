import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { admin, ended } from '@podium/e2e/fixtures/seed.ts'
import { signInAt } from '@podium/e2e/fixtures/sign-in.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { heapOf } from '../browser-heap.ts'
import { memoryOf } from '../process-tree.ts'
import { median, printFigures } from '../rounds.ts'
import { type Training, withTraining } from '../training.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { p95, zoomFrames } from './zoom-frames.ts'

const ROUNDS = 5
const SERIES = 200
const POINTS = 100_000
const LOOK_INTERVAL_MS = 250
const MAX_SERVER_MIB = 64
const MAX_OPEN_MS = 1000
const MAX_FRAME_MS = 33
const MAX_HEAP_MB = 60

/** Half of the figures are of one kind, and fill five charts with the most lines that a chart has. */
const writing = (series: number, points: number) => `
import math, os
names = ["layer%d/norm" % at if at < ${series / 2} else "metric_%d" % at for at in range(${series})]
line = '{"step": %d, "time": %d, ' + ", ".join('"%s": %%.6g' % name for name in names) + "}\\n"
began = 1700000000000
with open(os.environ["PODIUM_METRICS_FILE"], "w") as file:
    for step in range(${points}):
        value = math.exp(-step / 30000)
        waves = [value + 0.1 * abs(math.sin(step * (at + 1))) for at in range(20)]
        file.write(line % (step, began + step * 25, *(waves[at % 20] + at for at in range(${series}))))
`

/**
 * Measures a training run that writes 200 series of 100,000 points: the server's memory for reading them, and the
 * page: its first curve, its zoom, and its memory.
 */
export function measureSeries(): Promise<Verdict[]> {
  return withTraining(async (training) => {
    const { run, held } = await train(training)
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    try {
      const page = await openAs(browser, training.server.address, run)
      const rounds: Figures[] = []
      await measurePage(page)
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measurePage(page))
      const first = rounds.map((each) => each.first)
      const open = rounds.map((each) => each.open)
      const frame = rounds.map((each) => each.frame)
      const heap = rounds.map((each) => each.heap)
      printFigures('ms, ms and MB', {
        'until the first curve, with nothing in the cache of the browser': first,
        'until the first curve': open,
        'frame while zooming (p95)': frame,
        heap,
      })
      return [
        atMost(
          'memory of the server while it reads 200 series of 100,000 points',
          held,
          MAX_SERVER_MIB,
          'MiB more',
        ),
        atMost('page of 200 series, until its first curve', median(open), MAX_OPEN_MS, 'ms'),
        atMost('frame while zooming, processor 4 × slower', median(frame), MAX_FRAME_MS, 'ms'),
        atMost('heap after all curves were scrolled through', median(heap), MAX_HEAP_MB, 'MB'),
      ]
    } finally {
      await browser.close()
    }
  })
}

/** @returns the run, and the peak growth in MiB of the memory of a warmed-up server until the run had ended */
async function train({ server, api, start }: Training): Promise<{ run: string; held: number }> {
  // Warms the server up, so that its heap has room for young objects.
  await ended(api, (await start(writing(SERIES / 10, POINTS), 'warm-up')).id)
  const before = memoryOf(server.pid)
  const { id } = await start(writing(SERIES, POINTS))
  const watch = { most: before, isDone: false }
  const done = ended(api, id).finally(() => {
    watch.isDone = true
  })
  while (!watch.isDone) {
    watch.most = Math.max(watch.most, memoryOf(server.pid))
    await pause(LOOK_INTERVAL_MS)
  }
  const { state, detail } = await done
  if (state !== 'succeeded') throw new Error(`The training ended ${state}: ${detail}`)
  return { run: id, held: watch.most - before }
}

interface Figures {
  first: number
  open: number
  frame: number
  heap: number
}

/** Opens the run as a signed-in person with an empty browser cache. */
async function openAs(browser: Browser, address: string, run: string) {
  const page = await browser.newPage()
  await signInAt(page, address, admin)
  const storageState = await page.context().storageState()
  await page.close()
  return { browser, storageState, url: `${address}/inferenceModel/run/${run}?tab=figures` }
}

async function measurePage({
  browser,
  storageState,
  url,
}: Awaited<ReturnType<typeof openAs>>): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
  try {
    const page = await context.newPage()
    await page.addInitScript(NOTE_CURVE)
    const first = await openingTime(page, url)
    await page.goto('about:blank')
    const open = await openingTime(page, url)
    const chart = firstCurve(page)
    await chart.focus()
    const detail = page.waitForResponse((answer) => answer.url().includes('points=1000'))
    await page.keyboard.press('+')
    await detail
    const zoom = `(at) => document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: at % 12 < 6 ? '+' : '-', bubbles: true }))`
    return { first, open, frame: p95(await zoomFrames(page, zoom)), heap: await heapAfterScrolling(page) }
  } finally {
    await context.close()
  }
}

const firstCurve = (page: Page) => page.getByRole('group', { name: /over steps/ }).first()

/** Records the time of the first curve, by the page's clock, which starts with the navigation. */
const NOTE_CURVE = `new MutationObserver((_, observer) => {
  if (!document.querySelector('figure canvas')) return
  window.drawnAt = performance.now()
  observer.disconnect()
}).observe(document, { childList: true, subtree: true })`

async function openingTime(page: Page, url: string): Promise<number> {
  await page.goto(url)
  await firstCurve(page).locator('canvas').waitFor()
  return page.evaluate<number>('window.drawnAt')
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
  return heapOf(page)
}
