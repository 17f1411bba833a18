import { lutimes, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainSpec } from '../testing/plain-spec.ts'
import { type AttemptDirectory, attemptDirectory } from './attempt-directory.ts'
import { readRecord } from './attempt-record.ts'

const BEGUN = { boot_id: '-', pid: 1, start: 1, job: '7' }

let directory: AttemptDirectory
beforeEach(async () => {
  directory = attemptDirectory(await mkdtemp(join(tmpdir(), 'podium-records-')))
  await writeFile(directory.spec, JSON.stringify(plainSpec()))
  await writeFile(directory.begun, JSON.stringify(BEGUN))
})
afterEach(() => rm(directory.root, { recursive: true }))

test.each(['1e+300', '1e999', '3.5', '-1', '256', '"0"', 'null'])(
  'does not accept the exit code %s, which no program can have',
  async (code) => {
    await writeFile(directory.exit, `{"exit_code":${code},"oom_kills":0}`)
    expect(await readRecord(directory)).toMatchObject({ exit: null, unreadable: ['exit.json'] })
  },
)

test('reads every exit code of a program', async () => {
  for (const exit_code of [0, 1, 137, 255]) {
    await writeFile(directory.exit, JSON.stringify({ exit_code, oom_kills: 0 }))
    expect(await readRecord(directory)).toMatchObject({ exit: { exit_code }, unreadable: [] })
  }
})

test.each<[string, object]>([
  ['a job that is an object', { job: {} }],
  ['a job that is an option', { job: '--cluster=other' }],
  ['another end that is malformed', { instead: 5 }],
  ['another end with an unknown outcome', { instead: { outcome: 'won', reason: '' } }],
  ['another end that only a begun run can have', { instead: { outcome: 'succeeded', reason: '' } }],
])('does not accept a record of the beginning with %s', async (_, forged) => {
  await writeFile(directory.begun, JSON.stringify({ ...BEGUN, ...forged }))
  expect(await readRecord(directory)).toMatchObject({ begun: null, unreadable: ['begun.json'] })
})

test.each([
  [new Date('9999-01-01'), 'now'],
  [new Date('1901-01-01'), '1970-01-01T00:00:00.000Z'],
])('limits the beginning of a run that sets the time of a record to %s', async (set, seen) => {
  const before = Date.now()
  await utimes(directory.begun, set, set)
  const started_at = (await readRecord(directory))?.started_at ?? ''
  if (seen === 'now') {
    expect(Date.parse(started_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(started_at)).toBeLessThanOrEqual(Date.now())
  } else expect(started_at).toBe(seen)
})

test('dates a record that is a dangling link by the link itself', async () => {
  const made = new Date('2026-01-02T03:04:05Z')
  await rm(directory.begun)
  await symlink('nowhere', directory.begun)
  await lutimes(directory.begun, made, made)
  expect(await readRecord(directory)).toMatchObject({
    has_begun: true,
    begun: null,
    started_at: made.toISOString(),
  })
})

test('gives a run of an earlier release the fields that its record lacks', async () => {
  const { files: _, working_directory: __, python_path: ___, ...earlier } = plainSpec()
  await writeFile(directory.spec, JSON.stringify(earlier))
  expect((await readRecord(directory))?.spec).toEqual({ ...plainSpec(), run: earlier.run })
})
