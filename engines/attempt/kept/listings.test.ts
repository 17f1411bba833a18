import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { type AttemptDirectory, attemptDirectory } from '../attempt-directory.ts'
import { createListings } from './listings.ts'
import { markPrepared } from './prepared-mark.ts'

let directory: AttemptDirectory
beforeEach(async () => {
  directory = attemptDirectory(await mkdtemp(join(tmpdir(), 'podium-listings-')))
  for (const folder of [directory.output, directory.work]) await mkdir(folder)
  vi.useFakeTimers({ toFake: ['performance'] })
  return async () => {
    vi.useRealTimers()
    await rm(directory.root, { recursive: true })
  }
})

async function listedTwice(files: number, between: () => Promise<void>): Promise<[number, number]> {
  execFileSync('sh', ['-c', `seq 1 ${files} | xargs touch`], { cwd: directory.work })
  await markPrepared(directory)
  const list = createListings()
  const count = async () => (await list({ directory, uid: null }, undefined)).files.length
  const first = await count()
  await between()
  return [first, await count()]
}

const write = () => writeFile(join(directory.work, 'made'), '')

test('lists a large working folder of a running attempt less often', async () => {
  expect(await listedTwice(5_001, write)).toEqual([0, 0])
})

test('lists a large working folder again once its program has ended', async () => {
  const end = () => write().then(() => writeFile(directory.exit, '{}'))
  expect(await listedTwice(5_001, end)).toEqual([0, 1])
})

test('lists a small working folder whenever it is asked', async () => {
  expect(await listedTwice(10, write)).toEqual([0, 1])
})
