// Finds a Chromium for the browser journeys, the pictures and the benches.
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** The headless one first: the journeys take a quarter less time in it. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Returns the path of a Chromium. Throws with ways to install one if there is none. */
export function findChromium() {
  const found = locateChromium()
  if (found) return found
  throw new Error(
    'The browser journeys need a Chromium and none was found. Install one (Debian: apt-get install chromium-headless-shell), run `npx playwright install chromium`, or set PODIUM_CHROMIUM to its path.',
  )
}

/**
 * Returns the path of the Chromium that PODIUM_CHROMIUM names, else Playwright's, else the system's; null without
 * any. Throws if PODIUM_CHROMIUM does not name a program.
 */
export function locateChromium() {
  const named = process.env.PODIUM_CHROMIUM
  if (!named) return playwrightsOwn() ?? systems()
  if (!isProgram(named)) throw new Error(`PODIUM_CHROMIUM names ${named}, which is not a program.`)
  return named
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Also null if the libraries are not installed yet. */
function playwrightsOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test')
    const path = chromium.executablePath()
    return path && isProgram(path) ? path : null
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

function systems() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return (
    [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC].find(isProgram) ?? null
  )
}
