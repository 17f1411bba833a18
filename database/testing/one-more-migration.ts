import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { migrationsFolder } from '../migrations-folder.ts'

/** Returns a folder with the product's migrations and one more. */
export async function withOneMore(statements: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'podium-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(migrationsFolder(), folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  const last = { ...entries.at(-1), idx: entries.length, when: entries.at(-1).when + 1, tag: '9999_more' }
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, last] }))
  await writeFile(join(folder, '9999_more.sql'), statements)
  return folder
}
