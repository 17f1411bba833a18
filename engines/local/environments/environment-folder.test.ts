import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeFolder, makeFolder, readFolder } from './environment-folder.ts'

let runs: string
beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'podium-environment-'))
})
afterEach(() => rm(runs, { recursive: true }))

test('keeps an environment whose packages cannot be counted', async () => {
  const folder = await makeFolder(runs, 'poc', '0'.repeat(32), null)
  await closeFolder(folder, '3.11.2', null)
  expect(await readFolder(folder)).toMatchObject({ python: '3.11.2', packages: 0 })
})
