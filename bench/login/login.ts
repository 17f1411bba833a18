import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { startPodium } from '../podium-server.ts'
import { interleave, medianRatio, printFigures } from '../rounds.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { firstPaint } from './first-paint.ts'
import { serveReactOnly } from './react-only.ts'
import { weighLogin } from './weight.ts'

const ROUNDS = 31
const MAX_JS_KB = 80
const MAX_CSS_KB = 8
const MAX_RATIO = 0.6
const MAX_OF_BASE = 1.03

/** Measures the weight of the login, and its first paint beside a page with React only. */
export async function measureLogin(): Promise<Verdict[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    return [...(await besideReact(browser)), ...(await besideBase(browser, process.env.BASE))]
  } finally {
    await browser.close()
  }
}

function besideReact(browser: Browser): Promise<Verdict[]> {
  return inTemporaryHome((home) =>
    inTemporaryHome(async (folder) => {
      const podium = await startPodium(home)
      const peer = await serveReactOnly(folder)
      try {
        const { js, css } = await weighLogin(browser, podium.address)
        const paint = await interleave(ROUNDS, {
          'login of Podium': () => firstPaint(browser, `${podium.address}/auth/login`),
          'React-only page': () => firstPaint(browser, `${peer.address}/`),
        })
        printFigures('ms, processor 4 × slower', paint)
        const ratio = medianRatio(paint['login of Podium'], paint['React-only page'])
        return [
          atMost('scripts of the login, brotli', js, MAX_JS_KB, 'KB'),
          atMost('styles of the login, brotli', css, MAX_CSS_KB, 'KB'),
          atMost('first paint of the login, of a React-only page', ratio, MAX_RATIO, '×'),
        ]
      } finally {
        await peer.stop()
        await podium.stop()
      }
    }),
  )
}

/** Compares with the login of an earlier commit, if `BASE` names a built checkout of it. */
async function besideBase(browser: Browser, base: string | undefined): Promise<Verdict[]> {
  if (!base) return []
  return inTemporaryHome((home) =>
    inTemporaryHome(async (homeOfBase) => {
      const podium = await startPodium(home)
      const before = await startPodium(homeOfBase, {}, base)
      try {
        const weight = await weighLogin(browser, before.address, base)
        console.log(`base: ${weight.js} KB of scripts, ${weight.css} KB of styles`)
        const paint = await interleave(ROUNDS, {
          'login of Podium': () => firstPaint(browser, `${podium.address}/auth/login`),
          'login of the base': () => firstPaint(browser, `${before.address}/auth/login`),
        })
        printFigures('ms, processor 4 × slower', paint)
        const ratio = medianRatio(paint['login of Podium'], paint['login of the base'])
        return [atMost('first paint of the login, of that of the base', ratio, MAX_OF_BASE, '×')]
      } finally {
        await before.stop()
        await podium.stop()
      }
    }),
  )
}
