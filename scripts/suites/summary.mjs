// Parses the output of a suite for failed tests and the number left out. Plain Node, no dependency.
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

/** A failed test's name above its error in Vitest, and in the final list of Playwright. */
const NAMES = [/^ FAIL +(\S.*)$/, /^ {4}(\S+\.spec\.ts:\d+:\d+ › .*\S) *$/]
/** As printed by left-out.mjs. */
const LEFT_OUT = /^left out: (\d+) tests? that needs? /
/** The log has all of them; these are shown at its end. */
const MAX_FAILED = 20

/** Passes on a suite's output. Returns failed tests, each with the first line of its error, and the number left out. */
export async function passOn({ stdout, stderr }) {
  const found = { failed: new Map(), leftOut: 0 }
  await Promise.all([copy(stdout, process.stdout, found), copy(stderr, process.stderr, found)])
  const failed = [...found.failed].slice(0, MAX_FAILED)
  return {
    failed: failed.map(([name, error]) => (error === '' ? name : `${name}: ${error}`)),
    leftOut: found.leftOut,
  }
}

async function copy(from, to, found) {
  from.pipe(to, { end: false })
  let last
  for await (const line of createInterface({ input: from })) {
    const plain = stripVTControlCharacters(line)
    found.leftOut += Number(LEFT_OUT.exec(plain)?.[1] ?? 0)
    if (last !== undefined && !plain.startsWith(' FAIL')) found.failed.set(last, plain.trim())
    last = NAMES[0].exec(plain)?.[1]
    const name = last ?? NAMES[1].exec(plain)?.[1]
    if (name !== undefined) found.failed.set(name, found.failed.get(name) ?? '')
  }
}
