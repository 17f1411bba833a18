import { setImmediate } from 'node:timers/promises'
import { afterAll } from 'vitest'

/**
 * A setup file that collects garbage after each test file, so that a file or folder which nobody closed fails the run.
 * Node needs `--expose-gc`. From 25 on, Node itself throws for a file; what it only warns of is thrown here.
 */
const left: string[] = []

const note = ({ message }: Error) => {
  if (/^Closing .* on garbage collection/.test(message)) left.push(message)
}

process.on('warning', note)

afterAll(async () => {
  // An object that the last turn still holds goes with the second one.
  for (let turn = 0; turn < 2; turn += 1) {
    globalThis.gc?.()
    await setImmediate()
  }
  process.off('warning', note)
  if (left.length > 0) throw new Error(left.join('\n'))
})
