import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_BYTES_WITH_TEXTS, readJson, UNREADABLE } from './json-file.ts'

const isAny = (value: unknown): value is unknown => value !== undefined

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-record-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('ignores a record that is not a plain file, without blocking', async () => {
  const [record, link, pipe, socket, other] = ['record', 'link', 'pipe', 'socket', 'folder'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string, string]
  await writeFile(record, '{"exit_code":0}')
  await symlink(record, link)
  execFileSync('mkfifo', [pipe])
  await mkdir(other)
  const server = createServer().listen(socket)
  await once(server, 'listening')
  expect(await readJson(record, isAny)).toEqual({ exit_code: 0 })
  for (const path of [link, pipe, socket, other]) expect(await readJson(path, isAny)).toBe(UNREADABLE)
  expect(await readJson(join(folder, 'absent'), isAny)).toBeNull()
  server.close()
})

test('does not read a record that is too long', async () => {
  const path = join(folder, 'record')
  const long = JSON.stringify('x'.repeat(64 * 1024))
  await writeFile(path, long)
  expect(await readJson(path, isAny)).toBe(UNREADABLE)
  expect(await readJson(path, isAny, MAX_BYTES_WITH_TEXTS)).toHaveLength(64 * 1024)
  // A sparse file, longer than any string.
  await truncate(path, 3 * 2 ** 30)
  for (const longest of [undefined, MAX_BYTES_WITH_TEXTS])
    expect(await readJson(path, isAny, longest)).toBe(UNREADABLE)
})
