import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { startPodium } from '../podium-server.ts'
import { interleave, medianRatio, printFigures } from '../rounds.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { firstPaint } from './first-paint.ts'
import { serveReactOnly } from './react-only.ts'
import { weighLogin } from './weight.ts'

const ROUNDS = 31
const MOST_JS_KB = 80
const MOST_CSS_KB = 8
const MOST_RATIO = 0.6

/** The weight of the login, and its first paint beside a page that holds nothing but React. */
export async function measureLogin(): Promise<Verdict[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    return await inTemporaryHome((home) =>
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
            atMost('scripts of the login, brotli', js, MOST_JS_KB, 'KB'),
            atMost('styles of the login, brotli', css, MOST_CSS_KB, 'KB'),
            atMost('first paint of the login, of a React-only page', ratio, MOST_RATIO, '×'),
          ]
        } finally {
          await peer.stop()
          await podium.stop()
        }
      }),
    )
  } finally {
    await browser.close()
  }
}
