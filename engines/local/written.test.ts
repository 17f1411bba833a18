import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { type Host, type Place, placeOf } from './host.ts'
import { bytesWritten } from './written.ts'

const system = vi.hoisted(() => ({ path: '' }))
vi.mock('./environment.ts', async (original) => {
  const real = await original<typeof import('./environment.ts')>()
  system.path = real.SYSTEM_PATH
  return {
    ...real,
    get SYSTEM_PATH() {
      return system.path
    },
  }
})

let home: string
let host: Host
let place: Place
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-written-'))
  host = await plainHost(home)
  place = placeOf(host, plainSpec())
  await mkdir(place.directory.work, { recursive: true })
})
afterEach(() => rm(home, { recursive: true, force: true }))

test('a program that cannot be started to measure is an error to catch, and ends no server', async () => {
  const { path } = system
  system.path = join(home, 'nothing')
  const measured = bytesWritten(host, place)
  await expect(measured).rejects.toThrow('spawn du ENOENT')
  system.path = path
  expect(await bytesWritten(host, place)).toBeLessThan(2 ** 20)
})
