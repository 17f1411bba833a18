import { OutputReplaced } from '@podium/engines/engine.ts'
import { ReadBrokenOff, StoreAway } from '@podium/storage/object-store.ts'
import { expect, test } from 'vitest'
import { createLeftOut } from './left-out.ts'

const failing = (error: Error) => async () => {
  throw error
}

test('what cannot be copied is left out at the end of patience, but not while the store is away', async () => {
  const left = createLeftOut({ everyError: true, brokenReads: false, onError: () => undefined })
  expect(await left.orNothing('a.csv', failing(new Error('The disk is broken.')))).toBeNull()
  const away = new StoreAway('The object store does not answer (ECONNREFUSED).')
  await expect(left.orNothing('b.csv', failing(away))).rejects.toBe(away)
  expect(await left.orNothing('c.bin', failing(new OutputReplaced('It is another.')))).toBeNull()
  expect(left.sentences()).toEqual([
    'a.csv was left out: it could not be copied.',
    'c.bin was left out: its run replaced it after it had been stored.',
  ])
})

test('a read that breaks off is tried longer than what fails otherwise, and not for ever', async () => {
  const broken = new ReadBrokenOff('The object store stopped in the middle of an object.')
  const options = { everyError: true, onError: () => undefined }
  const [before, atLast] = [false, true].map((brokenReads) => createLeftOut({ ...options, brokenReads }))
  await expect(before?.orNothing('a.csv', failing(broken))).rejects.toBe(broken)
  expect(await atLast?.orNothing('a.csv', failing(broken))).toBeNull()
  expect(atLast?.sentences()).toEqual(['a.csv was left out: it could not be copied.'])
})
