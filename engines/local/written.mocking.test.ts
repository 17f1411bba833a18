import type { SpawnOptions, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Attempt, attemptOf } from '../attempt/attempt.ts'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import type { Host } from './host.ts'
import { bytesWritten } from './written.ts'

const MIB = 2 ** 20
const ORDINARY_USER = 4321
const system = vi.hoisted(() => ({ folder: '', ids: {} }))

/** As root, the measuring programs run like those of a server that is an ordinary user. */
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof import('node:child_process')>()
  const changed = (program: string, args: string[], options: SpawnOptions) =>
    real.spawn(system.folder + program, args, { ...options, ...system.ids })
  return { ...real, spawn: changed as typeof spawn }
})

let home: string
let host: Host
let attempt: Attempt
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-written-'))
  host = await plainHost(home)
  attempt = attemptOf(host, plainSpec())
  await mkdir(attempt.directory.work, { recursive: true })
})
afterEach(async () => {
  Object.assign(system, { folder: '', ids: {} })
  await rm(home, { recursive: true, force: true })
})

async function write(folder: string, name: string, mib: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), Buffer.alloc(mib * MIB))
}

async function mibWritten(): Promise<number> {
  return Math.floor((await bytesWritten(host, attempt)) / MIB)
}

test('throws if a measuring program cannot be started, without ending the server', async () => {
  system.folder = '/nonexistent/'
  await expect(bytesWritten(host, attempt)).rejects.toThrow('ENOENT')
  system.folder = ''
  expect(await mibWritten()).toBe(0)
})

test('counts folders that a run closed to its own identity', async () => {
  const outer = join(attempt.directory.work, 'outer')
  const inner = join(outer, 'inner')
  await write(inner, 'large', 2)
  if (process.getuid?.() === 0) {
    system.ids = { uid: ORDINARY_USER, gid: ORDINARY_USER }
    for (const path of [
      home,
      host.runs,
      join(attempt.directory.root, '../..'),
      join(attempt.directory.root, '..'),
    ])
      await chmod(path, 0o711)
    for (const path of [attempt.directory.root, attempt.directory.work, outer, inner])
      await chown(path, ORDINARY_USER, ORDINARY_USER)
  }
  for (const path of [inner, outer]) await chmod(path, 0)
  host = { ...host, ownIdentities: false }
  expect(await mibWritten()).toBe(2)
})

test('counts no inputs and records, but all files with similar names', async () => {
  const { root, data, signalled } = attempt.directory
  await write(data, 'input', 1)
  await write(root, 'begun.json', 1)
  await writeFile(`${signalled}.draft`, Buffer.alloc(MIB))
  await write(root, '-large.json', 2)
  await write(root, 'large.draft', 4)
  expect(await mibWritten()).toBe(6)
})

test('follows only the link to the folder for temporary files', async () => {
  const { root, temporary } = attempt.directory
  const [elsewhere, made] = [join(home, 'elsewhere'), await mkdtemp('/tmp/podium-')]
  await write(elsewhere, 'large', 1)
  await write(made, 'large', 2)
  await symlink(elsewhere, join(root, 'link'))
  await symlink(elsewhere, temporary)
  expect(await mibWritten()).toBe(0)
  await rm(temporary)
  await symlink(made, temporary)
  expect(await mibWritten()).toBe(2)
  await rm(made, { recursive: true })
  await rm(temporary)
  await write(temporary, 'large', 4)
  expect(await mibWritten()).toBe(4)
})
