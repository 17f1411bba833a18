import { OutputReplaced } from '@podium/engines/engine.ts'
import { StoreAway, StoreFails, StoreRefuses } from '@podium/storage/object-store.ts'
import { expect, test } from 'vitest'
import { createLeftOut } from './left-out.ts'

const failing = (error: Error) => async () => {
  throw error
}
const options = { mayGoOn: async () => true, onError: () => undefined }

test('leaves out a file that cannot be copied on the last try', async () => {
  const left = createLeftOut({ ...options, everyError: true })
  expect(await left.orNothing('a.csv', failing(new Error('The disk is broken.')))).toBeNull()
  expect(await left.orNothing('b.csv', failing(new StoreFails('It answered 500.')))).toBeNull()
  expect(await left.orNothing('c.bin', failing(new OutputReplaced('It is another.')))).toBeNull()
  left.check()
  expect([left.mayKeepLater(), left.mayKeepLater('a')]).toEqual([true, false])
  expect(left.sentences()).toEqual([
    'a.csv was left out: it could not be copied.',
    'b.csv was left out: the object store has not taken it yet.',
    'c.bin was left out: its run replaced it after it had been stored.',
  ])
})

test('fails the round for a file that may be copied later, after the others were tried', async () => {
  const left = createLeftOut({ ...options, everyError: false })
  const refused = new StoreRefuses('The object store refuses the keys: tell an administrator.')
  expect(await left.orNothing('a.csv', failing(refused))).toBeNull()
  expect(await left.orNothing('b.csv', async () => 'kept')).toBe('kept')
  expect(() => left.check()).toThrow(refused)
  expect(left.sentences()).toEqual([])
})

test.each([
  [1, new StoreAway('The object store does not answer (ECONNREFUSED).')],
  [5, new StoreFails('The object store answered 503 SlowDown.')],
  [5, new StoreRefuses('The object store is full: tell an administrator.')],
  [9, new Error('EIO: i/o error, read')],
])('tries no more than %i files in a round if each fails with %s', async (most, error) => {
  const left = createLeftOut({ ...options, everyError: true })
  let tried = 0
  for (let file = 0; file < 9; file += 1)
    await left.orNothing(`file-${file}`, async () => {
      await left.beforeSending()
      tried += 1
      return failing(error)()
    })
  expect([tried, left.sentences().length]).toEqual([most, 9])
})
