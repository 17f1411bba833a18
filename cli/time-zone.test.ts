import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ownTimeZone } from './time-zone.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['Asia/Seoul', 'Asia/Seoul'],
  [':Europe/Berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['', 'UTC'],
  ['UTC0', 'UTC'],
  [':Etc/UTC', 'UTC'],
])('reads TZ=%s as %s', async (set, name) => {
  vi.stubEnv('TZ', set)
  expect(await ownTimeZone()).toBe(name)
})

test('finds the zone if TZ names a file of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-zone-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'zoneinfo', 'Asia'), { recursive: true })
  await writeFile(join(folder, 'zoneinfo', 'Asia', 'Seoul'), '')
  await symlink(join(folder, 'zoneinfo', 'Asia', 'Seoul'), join(folder, 'localtime'))
  for (const set of [join(folder, 'localtime'), `:${join(folder, 'localtime')}`]) {
    vi.stubEnv('TZ', set)
    expect(await ownTimeZone()).toBe('Asia/Seoul')
  }
})

test.each(['KST-9', 'CET-1CEST,M3.5.0,M10.5.0/3', '/nowhere', 'Mars/Olympus'])(
  'finds no name for TZ=%s',
  async (set) => {
    vi.stubEnv('TZ', set)
    await expect(ownTimeZone()).rejects.toThrow(
      `The time zone of this terminal, TZ=${set}, has no IANA name. Give one: --time-zone Asia/Seoul, for example.`,
    )
  },
)
