import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Engine, RunKey, RunSpec } from '../engine.ts'
import { folderOf, type LocalHome, openLocalHome, recordedPid, startRun } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { canMount, createSmallDisk, type SmallDisk } from '../testing/small-disk.ts'
import { type Ended, endOf, logHas, observeUntil, runToEnd, waitFor } from '../testing/watching.ts'
import { activeOf } from './processes.ts'

/** The long form tries every cut, each with its own start; otherwise one start finds some twenty of each record. */
const ONE_BY_ONE = process.env.PODIUM_LONG === '1'
const PATIENCE_MS = ONE_BY_ONE ? 1_800_000 : 600_000

let disk: SmallDisk | null
let local: LocalHome
beforeEach(async () => {
  // A small disk in memory, because the many writes would take minutes on a real one.
  disk = canMount() ? createSmallDisk(512) : null
  local = await openLocalHome(undefined, disk ? { home: join(disk.folder, 'home') } : {})
  return async () => {
    await local.close()
    disk?.remove()
  }
})

type Records = Record<string, string>

/** Returns the records in the folder of an ended attempt, as its supervisor and engine wrote them. */
async function recordsOf(key: RunKey): Promise<Records> {
  const records: Records = {}
  for (const name of ['spec', 'begun', 'child', 'exit', 'stop', 'told', 'ended']) {
    const text = await readFile(join(folderOf(local, key), `${name}.json`), 'utf8').catch(() => null)
    if (text !== null) records[`${name}.json`] = text.trimEnd()
  }
  return records
}

async function ended(command: string[]): Promise<Records> {
  const spec = plainSpec({ command })
  await runToEnd(local.engine, spec)
  return recordsOf(spec)
}

async function stopped(): Promise<Records> {
  const spec = await started()
  await local.engine.stop(spec)
  await endOf(local.engine, spec)
  return recordsOf(spec)
}

async function started(): Promise<RunSpec> {
  const command = ['sh', '-c', 'echo going; exec tail -f /dev/null']
  const spec = await startRun(local, plainSpec({ command }))
  await logHas(local.engine, spec, 'going')
  return spec
}

async function lay(records: Records): Promise<RunKey> {
  const key = { workspace: 'poc', run: randomUUID(), attempt: 1 }
  await mkdir(folderOf(local, key), { recursive: true })
  for (const [name, text] of Object.entries(records)) await writeFile(join(folderOf(local, key), name), text)
  return key
}

/** Returns the record cut off at lengths from nothing to all but its last character, and JSON that is not a record. */
function piecesOf(text: string): string[] {
  const step = ONE_BY_ONE ? 1 : Math.ceil(text.length / 20)
  const cuts = Array.from({ length: Math.ceil(text.length / step) }, (_, at) => text.slice(0, at * step))
  return [...cuts, text.slice(0, -1), 'null', '[]', '{}', '\0'.repeat(text.length)]
}

async function endsOf(records: Records, broken: string) {
  const pieces = piecesOf(records[broken] ?? '')
  const starts = ONE_BY_ONE ? pieces.map((piece) => [piece]) : [pieces]
  const found = []
  for (const start of starts) {
    const keys = await Promise.all(start.map((piece) => lay({ ...records, [broken]: piece })))
    const engine = local.reopen()
    for (const { outcome, exit_code, reason } of await endsOfAll(engine, keys))
      found.push({ outcome, exit_code, reason })
    if (ONE_BY_ONE) for (const key of keys) await engine.forget(key)
    await engine.close()
  }
  return found
}

function endsOfAll(engine: Engine, keys: RunKey[]): Promise<Ended[]> {
  return waitFor('the ends of all', async () => {
    const seen = await engine.inspect(keys)
    const ends = seen.filter((observation) => observation.phase === 'ended')
    return ends.length === keys.length ? ends : null
  })
}

function without(records: Records, ...names: string[]): Records {
  return Object.fromEntries(Object.entries(records).filter(([name]) => !names.includes(name)))
}

const lost = (name: string) => ({
  outcome: 'lost',
  exit_code: null,
  reason: `The record ${name} of this run cannot be read, so it is not known how it ended: start it again.`,
})

describe('a record that is cut off anywhere', () => {
  test(
    'keeps the true end if other records tell it',
    async () => {
      const records = await ended(['sh', '-c', 'exit 7'])
      const end = { outcome: 'failed', exit_code: 7 }
      for (const name of ['spec.json', 'begun.json', 'child.json']) {
        for (const found of await endsOf(without(records, 'ended.json'), name))
          expect(found).toMatchObject(end)
      }
      for (const found of await endsOf(records, 'ended.json')) expect(found).toMatchObject(end)
    },
    PATIENCE_MS,
  )

  test('is named if nothing else tells how the run ended', {
    tags: ['long'],
    timeout: PATIENCE_MS,
  }, async () => {
    const records = without(await ended(['sh', '-c', 'exit 7']), 'ended.json')
    for (const found of await endsOf(records, 'exit.json')) expect(found).toEqual(lost('exit.json'))
    for (const name of ['begun.json', 'child.json', 'spec.json']) {
      for (const found of await endsOf(without(records, 'exit.json'), name)) expect(found).toEqual(lost(name))
    }
    const only = { 'spec.json': records['spec.json'] ?? '' }
    for (const found of await endsOf(only, 'spec.json')) expect(found).toEqual(lost('spec.json'))
  })

  test('keeps a stopped run stopped', {
    tags: ['long'],
    timeout: PATIENCE_MS,
  }, async () => {
    const records = without(await stopped(), 'ended.json')
    for (const name of ['stop.json', 'told.json']) {
      for (const found of await endsOf(records, name)) expect(found).toMatchObject({ outcome: 'stopped' })
    }
  })

  test('restarts the time of a kept working directory', async () => {
    const spec = plainSpec({ dev: true })
    await runToEnd(local.engine, spec)
    await local.engine.forget(spec)
    const file = join(folderOf(local, spec), 'kept.json')
    for (const piece of piecesOf(await readFile(file, 'utf8'))) {
      await writeFile(file, piece)
      const engine = local.reopen()
      expect(await engine.retained()).toEqual([{ workspace: spec.workspace, run: spec.run, attempt: 1 }])
      await engine.close()
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ until: expect.any(String) })
    }
  })
})

test.each(['begun.json', 'spec.json'])('ends a program whose %s cannot be read', async (name) => {
  const spec = await started()
  const child = await recordedPid(folderOf(local, spec), 'child.json')
  await local.engine.close()
  await writeFile(join(folderOf(local, spec), name), '')
  const { outcome, reason } = lost(name)
  expect(await endOf(local.reopen(), spec)).toMatchObject({ outcome, reason })
  expect(await activeOf([child])).toEqual([])
})

test('lets a program whose child.json cannot be read run under its supervisor, and can stop it', async () => {
  const spec = await started()
  const child = await recordedPid(folderOf(local, spec), 'child.json')
  await local.engine.close()
  await writeFile(join(folderOf(local, spec), 'child.json'), '')
  const engine = local.reopen()
  await observeUntil(engine, spec, ({ phase }) => phase === 'running')
  await engine.stop(spec)
  expect(await endOf(engine, spec)).toMatchObject({ outcome: 'stopped' })
  expect(await activeOf([child])).toEqual([])
})

test('stops a program whose child.json is too long to read without a restart', async () => {
  const spec = await started()
  const child = await recordedPid(folderOf(local, spec), 'child.json')
  await truncate(join(folderOf(local, spec), 'child.json'), 3 * 2 ** 30)
  expect(await local.engine.inspect([spec])).toMatchObject([{ phase: 'running' }])
  await local.engine.stop(spec)
  expect(await endOf(local.engine, spec)).toMatchObject({ outcome: 'stopped' })
  expect(await activeOf([child])).toEqual([])
})

test('leaves no process of an attempt without a supervisor and with an unreadable child.json', async () => {
  const spec = await started()
  const folder = folderOf(local, spec)
  const child = await recordedPid(folder, 'child.json')
  await local.engine.close()
  process.kill(await recordedPid(folder, 'begun.json'), 'SIGKILL')
  await writeFile(join(folder, 'child.json'), '{"pid":')
  expect(await endOf(local.reopen(), spec)).toMatchObject(lost('child.json'))
  expect(await activeOf([child])).toEqual([])
})

test('reads a record again later that cannot be read for now', async () => {
  const spec = await started()
  const folder = folderOf(local, spec)
  await local.engine.close()
  await rename(folder, `${folder}.away`)
  // A link to itself gives an error that is unlike "not found", as a broken disk does.
  await symlink(folder, folder)
  const engine = local.reopen()
  await expect(engine.inspect([spec])).rejects.toThrow('ELOOP')
  await rm(folder)
  await rename(`${folder}.away`, folder)
  await engine.stop(spec)
  expect(await endOf(engine, spec)).toMatchObject({ outcome: 'stopped' })
})
