import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyHome, refuseNoHome, refuseUsedHome } from './commands.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

test('treats a missing or empty folder as no home, which may become one', async () => {
  await refuseUsedHome(home)
  await refuseUsedHome(join(home, 'missing'))
  await expect(refuseNoHome(home)).rejects.toThrow(`There is no Podium in ${home}.`)
  await expect(refuseNoHome(join(home, 'missing'))).rejects.toThrow('Set PODIUM_HOME')
})

test('refuses a used home, whatever is in it, except the lock of this command', async () => {
  await writeFile(join(home, 'server.lock'), '')
  await refuseUsedHome(home)
  await mkdir(join(home, 'objects'))
  await refuseNoHome(home)
  await expect(refuseNoHome(home, /^pg\d+$/)).rejects.toThrow('Set PODIUM_HOME')
  await expect(refuseUsedHome(home)).rejects.toThrow(`${home} is already in use.`)
})

test('refuses a file as a home and leaves it', async () => {
  const file = join(home, 'file')
  await writeFile(file, '')
  await expect(refuseUsedHome(file)).rejects.toThrow('cannot be read (ENOTDIR)')
  expect(await readdir(home)).toEqual(['file'])
})

test('removes the remains of a failed import, and the database elsewhere', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'podium-elsewhere-'))
  await writeFile(join(home, 'database-folder'), `${elsewhere}\n`)
  await mkdir(join(home, 'objects', 'bucket'), { recursive: true })
  await emptyHome(home)
  expect(await readdir(home)).toEqual([])
  await expect(readdir(elsewhere)).rejects.toThrow('ENOENT')
})
