// Plain Node, no dependency.
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

/** As Vitest names a failed test above its error, and Playwright in the list at its end. */
const NAMES = [/^ FAIL +(\S.*)$/, /^ {4}(\S+\.spec\.ts:\d+:\d+ › .*\S) *$/]
/** The log has all of them; these are for the reader of its end. */
const MOST = 20

/** Passes on what a suite prints and answers the tests that it says have failed, each with the first line of its error. */
export async function passOn({ stdout, stderr }) {
  const found = new Map()
  await Promise.all([copy(stdout, process.stdout, found), copy(stderr, process.stderr, found)])
  return [...found].slice(0, MOST).map(([name, error]) => (error === '' ? name : `${name}: ${error}`))
}

async function copy(from, to, found) {
  from.pipe(to, { end: false })
  let last
  for await (const line of createInterface({ input: from })) {
    const plain = stripVTControlCharacters(line)
    if (last !== undefined && !plain.startsWith(' FAIL')) found.set(last, plain.trim())
    last = NAMES[0].exec(plain)?.[1]
    const name = last ?? NAMES[1].exec(plain)?.[1]
    if (name !== undefined) found.set(name, found.get(name) ?? '')
  }
}
