import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFiles } from './find-files.ts'
import { hashFiles } from './hash-files.ts'
import { openOwnFolder } from './own-folder.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'podium-hash-'))
})
afterEach(() => rm(root, { recursive: true }))

test.each([
  ['small', 10],
  ['large', 100_000],
])('names a %s file that cannot be read', async (_, size) => {
  await writeFile(join(root, 'a.bin'), Buffer.alloc(size))
  const { source } = await findFiles(root)
  await rm(join(root, 'a.bin'))
  await expect(hashFiles(source, new Map())).rejects.toThrow(
    'a.bin cannot be read (ENOENT). Give yourself the right to read it, or name it in .podiumignore.',
  )
})

test('names what Git LFS has not fetched', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a1'.repeat(32)}\nsize 12345\n`
  await writeFile(join(root, 'model.bin'), pointer)
  await expect(hashFiles((await findFiles(root)).source, new Map())).rejects.toThrow(
    'model.bin: Git LFS has not fetched the file itself. Run `git lfs pull` in the folder, then repeat the command.',
  )
})

test('reads a file again that may have changed within the smallest step of its times', async () => {
  await writeFile(join(root, 'a.txt'), 'one')
  const own = await openOwnFolder(root)
  const { source } = await findFiles(root)
  await own.rememberSent(await hashFiles(source, new Map()))
  expect((await own.readSent()).get('a.txt')).toEqual({
    stamp: '',
    sha256: '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
  })
})

test('does not read a file whose size, times and number are those of the sent one', async () => {
  await writeFile(join(root, 'a.txt'), 'one')
  const { source } = await findFiles(root)
  const [file] = source
  const sent = new Map([['a.txt', { stamp: file?.stamp ?? '', sha256: 'known' }]])
  expect((await hashFiles(source, sent))[0]?.sha256).toBe('known')
})
