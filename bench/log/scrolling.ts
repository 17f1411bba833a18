import { chromium, type Page } from '@playwright/test'
import { admin, ended } from '@podium/e2e/fixtures/seed.ts'
import { signInAt } from '@podium/e2e/fixtures/sign-in.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { heapOf } from '../browser-heap.ts'
import { withTraining } from '../training.ts'
import { atMost, type Verdict } from '../verdict.ts'

const LOG_BYTES = 1024 * 1024 * 1024
const SCROLLED_MS = 30_000
const MAX_OPEN_MS = 500
const MAX_HEAP_MB = 20
const MAX_FRAME_MS = 17

const PROGRAM = `
import sys
written = 0
number = 0
while written < ${LOG_BYTES}:
    lines = "".join(f"2026-11-17 14:06:03,{at % 1000:03} INFO train: epoch {at % 97} step {at} loss 0.{at % 9973}\\n" for at in range(number, number + 10000))
    number += 10000
    written += len(lines)
    sys.stdout.write(lines)
raise SystemExit(3)
`

/** Measures the log of an ended run, 1 GiB, in the browser: the time until its first rows, and scrolling. */
export function measureScrolling(): Promise<Verdict[]> {
  return withTraining(async ({ server, api, start }) => {
    const { id } = await start(PROGRAM)
    const { detail } = await ended(api, id)
    console.log(`The run ended: ${detail}`)
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signInAt(page, server.address, admin)
      await page.goto(`${server.address}/inferenceModel/run/${id}?tab=lineage`)
      const tab = page.getByRole('tab', { name: 'Log' })
      await tab.waitFor()
      const before = await heapOf(page)
      const opened = await timeUntilRows(page)
      const frames = await scroll(page)
      const late = frames.filter((frame) => frame > MAX_FRAME_MS)
      const heap = await heapOf(page)
      console.log(
        `heap ${before.toFixed(1)} MB before the log, ${late.length} of ${frames.length} frames late`,
      )
      return [
        atMost('a log of 1 GiB in the browser, until its first rows', opened, MAX_OPEN_MS, 'ms'),
        atMost('slowest frame in 30 s of scrolling', Math.max(...frames), MAX_FRAME_MS, 'ms'),
        atMost('heap after scrolling', heap, MAX_HEAP_MB, 'MB'),
      ]
    } finally {
      await browser.close()
    }
  })
}

/** Returns the time from the press on the tab to the first line of the log, by the page's clock. */
function timeUntilRows(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now()
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=log] li')?.textContent.includes('INFO train')) return
      observer.disconnect()
      resolve(performance.now() - began)
    }).observe(document, { childList: true, subtree: true, characterData: true })
    for (const tab of document.querySelectorAll('[role=tab]')) if (tab.textContent === 'Log') tab.click()
  })`)
}

/** Returns the milliseconds between frames while the log is scrolled by two rows per frame. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const log = document.querySelector('[role=log]')
    const times = []
    let began, last
    const next = (now) => {
      began ??= now
      if (last !== undefined) times.push(now - last)
      last = now
      if (now - began > ${SCROLLED_MS}) return resolve(times)
      log.scrollTop += 40
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`)
}
