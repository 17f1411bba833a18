import { chmod, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { temporaryHome } from '../testing/temporary-home.ts'
import { folderOfDatabase } from './database-folder.ts'
import { socketFolder } from './socket-folder.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

async function below(): Promise<string> {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  return home
}

test('makes a home passable for others and keeps the database in it', async () => {
  const home = join(await below(), 'new', 'home')
  expect(await folderOfDatabase(home, null, quietLog)).toBe(home)
  expect((await stat(home)).mode & 0o777).toBe(0o711)
})

test.runIf(process.getuid?.() === 0)(
  'below a closed folder root’s database gets a place of its own, the same at every start',
  async () => {
    const closed = await below()
    await chmod(closed, 0o700)
    const home = join(closed, 'home')
    const warnings: string[] = []
    const log = { ...quietLog, warn: (text: string) => void warnings.push(text) }
    const folder = await folderOfDatabase(home, NOBODY, log)
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(folder).toMatch(/^\/var\/lib\/podium\/database-[0-9a-f]{12}$/)
    expect((await readFile(join(home, 'database-folder'), 'utf8')).trim()).toBe(folder)
    expect(warnings).toEqual([expect.stringContaining(`the database is kept in ${folder}`)])
    expect(await folderOfDatabase(home, NOBODY, log)).toBe(folder)
  },
)

test('keeps the socket of a long home path in a short folder that only its owner passes', async () => {
  const home = join(await below(), 'a'.repeat(100))
  await mkdir(home)
  const folder = await socketFolder(home, null)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(Buffer.byteLength(join(folder, '.s.PGSQL.5432'))).toBeLessThan(104)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await socketFolder(home, null)).toBe(folder)
})
