import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJson, UNREADABLE } from './json-file.ts'

const isAny = (value: unknown): value is unknown => value !== undefined

test('a link or a pipe in the place of a record is none, and holds nobody up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-record-'))
  const [record, link, pipe] = ['record', 'link', 'pipe'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(record, '{"exit_code":0}')
  await symlink(record, link)
  execFileSync('mkfifo', [pipe])
  expect(await readJson(record, isAny)).toEqual({ exit_code: 0 })
  for (const path of [link, pipe]) expect(await readJson(path, isAny)).toBe(UNREADABLE)
  expect(await readJson(join(folder, 'absent'), isAny)).toBeNull()
  await rm(folder, { recursive: true })
})
