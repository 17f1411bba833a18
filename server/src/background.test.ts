import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBackground } from './background.ts'

const told: string[] = []
const create = () => createBackground({ warn: (_: object, text?: string) => void told.push(text ?? '') })

/** Work that ends when the test says so. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test('finishes short work while it is awaited, and lets long work go on', async () => {
  const background = create()
  const done: string[] = []
  await background.begin(async () => void done.push('short'), 60_000)
  const long = gate()
  await background.begin(() => long.opened.then(() => void done.push('long')), 0)
  expect(done).toEqual(['short'])
  long.open()
  await background.close()
  expect(done).toEqual(['short', 'long'])
})

test('signals and awaits running work on close, and begins no more', async () => {
  const background = create()
  const long = gate()
  let isTold = false
  await background.begin(async (ending) => {
    await long.opened
    isTold = ending.aborted
  }, 0)
  let isClosed = false
  const closing = background.close().then(() => {
    isClosed = true
  })
  await setImmediate()
  expect(isClosed).toBe(false)
  long.open()
  await closing
  expect(isTold).toBe(true)
  let isBegun = false
  await background.begin(async () => {
    isBegun = true
  }, 60_000)
  expect(isBegun).toBe(false)
})

test('reports failures in the log only', async () => {
  const background = create()
  await background.begin(() => Promise.reject(new Error('the disk is away')), 60_000)
  await background.begin(() => {
    throw new Error('the database is away')
  }, 60_000)
  await background.close()
  const sentence = 'work that a request left behind failed'
  expect(told).toEqual([sentence, sentence])
})
