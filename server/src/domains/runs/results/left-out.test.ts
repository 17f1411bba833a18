import { OutputReplaced } from '@podium/engines/engine.ts'
import { StoreAway } from '@podium/storage/object-store.ts'
import { expect, test } from 'vitest'
import { createLeftOut } from './left-out.ts'

test('what cannot be copied is left out at the end of patience, but not while the store is away', async () => {
  const left = createLeftOut({ everyError: true, onError: () => undefined })
  const failing = (error: Error) => async () => {
    throw error
  }
  expect(await left.orNothing('a.csv', failing(new Error('The disk is broken.')))).toBeNull()
  const away = new StoreAway('The object store does not answer (ECONNREFUSED).')
  await expect(left.orNothing('b.csv', failing(away))).rejects.toBe(away)
  expect(await left.orNothing('c.bin', failing(new OutputReplaced('It is another.')))).toBeNull()
  expect(left.sentences()).toEqual([
    'a.csv was left out: it could not be copied.',
    'c.bin was left out: its run replaced it after it had been stored.',
  ])
})
