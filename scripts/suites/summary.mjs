// Reads from what a suite prints which tests failed and how many were left out. Plain Node, no dependency.
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

/** As Vitest names a failed test above its error, and Playwright in the list at its end. */
const NAMES = [/^ FAIL +(\S.*)$/, /^ {4}(\S+\.spec\.ts:\d+:\d+ › .*\S) *$/]
/** As left-out.mjs says it. */
const LEFT_OUT = /^left out: (\d+) tests? that needs? /
/** The log has all of them; these are for the reader of its end. */
const MAX_FAILED = 20

/** Passes on what a suite prints, and answers the tests that failed, each with the first line of its error, and how many were left out. */
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
