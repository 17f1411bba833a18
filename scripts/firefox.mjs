// Finds a Firefox for the tests in it.
import { delimiter, join } from 'node:path'
import { isProgram } from './chromium.mjs'

const NAMES = ['firefox-esr', 'firefox']

/** Returns the path of a Firefox. Throws with ways to install one if there is none. */
export function findFirefox() {
  const found = locateFirefox()
  if (found) return found
  throw new Error(
    'The tests in Firefox need one and none was found. Install it (Debian: apt-get install firefox-esr), or set PODIUM_FIREFOX to its path.',
  )
}

/**
 * Returns the path of the Firefox that PODIUM_FIREFOX names, else the system's; null if there is none. Throws if
 * PODIUM_FIREFOX does not name a program.
 */
export function locateFirefox() {
  const named = process.env.PODIUM_FIREFOX
  if (!named) return systems()
  if (!isProgram(named)) throw new Error(`PODIUM_FIREFOX names ${named}, which is not a program.`)
  return named
}

function systems() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram) ?? null
}
