import { setImmediate } from 'node:timers/promises'
import { afterAll } from 'vitest'

/**
 * A setup file that collects garbage after each test file, so that a file or folder that was not closed fails the run.
 * Needs `--expose-gc`. Since Node 25, Node itself throws for a file; its warnings are thrown here.
 */
const left: string[] = []

const note = ({ message }: Error) => {
  if (/^Closing .* on garbage collection/.test(message)) left.push(message)
}

process.on('warning', note)

afterAll(async () => {
  // The second round collects objects that the last turn of the event loop still holds.
  for (let turn = 0; turn < 2; turn += 1) {
    globalThis.gc?.()
    await setImmediate()
  }
  process.off('warning', note)
  if (left.length > 0) throw new Error(left.join('\n'))
})
