// Finds a Chromium for the browser journeys, or installs one where that is possible.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The path of a Chromium: PODIUM_CHROMIUM, Playwright's own, the system's, else Debian's package as root. */
export function findChromium() {
  const named = process.env.PODIUM_CHROMIUM
  if (named) {
    if (!isProgram(named)) throw new Error(`PODIUM_CHROMIUM names ${named}, which is not a program.`)
    return named
  }
  const found = playwrightsOwn() ?? systems() ?? fromDebian()
  if (found) return found
  throw new Error(
    'The browser journeys need a Chromium and none was found. Install one (Debian: apt-get install chromium), run `npx playwright install chromium`, or set PODIUM_CHROMIUM to its path.',
  )
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  const path = chromium.executablePath()
  return path && isProgram(path) ? path : null
}

function systems() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return (
    [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC].find(isProgram) ?? null
  )
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null
  console.log('No Chromium here: installing the one of Debian …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  const installed =
    apt(['update', '-qq']) && apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  return installed ? systems() : null
}
