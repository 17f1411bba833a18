import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packagesOf } from './package-file.ts'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'podium-source-'))
})
afterEach(() => rm(work, { recursive: true }))

test('reads the files of the source, and those that metadata.json names', async () => {
  await mkdir(join(work, 'requirements'))
  await writeFile(join(work, 'requirements.txt'), 'pandas\n')
  await writeFile(join(work, 'requirements/train.txt'), 'torch\n')
  expect(await packagesOf(work, {}, null)).toMatchObject({ requirements: ['requirements.txt'] })
  const metadata = { python: { requirements: ['requirements/train.txt'] } }
  expect(await packagesOf(work, metadata, null)).toMatchObject({ requirements: ['requirements/train.txt'] })
})

test('asks for no packages if the source has no such files', async () => {
  await writeFile(join(work, 'train.py'), '')
  expect(await packagesOf(work, {}, null)).toBeNull()
})

test.each(['-r more.txt', '-r ../../etc/passwd', '-r /etc/passwd'])(
  'refuses a list outside the source with a sentence: %s',
  async (line) => {
    await writeFile(join(work, 'requirements.txt'), `${line}\n`)
    await expect(packagesOf(work, {}, null)).rejects.toThrow('which is not in the source')
  },
)

test('does not follow a link in the place of a list', async () => {
  await symlink('/etc/hostname', join(work, 'requirements.txt'))
  expect(await packagesOf(work, {}, null)).toBeNull()
})
