import { createMemoryEngine } from '@podium/engines/memory.ts'
import { expect, test } from 'vitest'
import { explainFullDisk } from './full-disk.ts'

const MIB = 1024 ** 2
const full = { free: 3 * MIB, total: 620 * MIB, reserve: 256 * MIB }
const roomy = { ...full, free: 400 * MIB }

async function told(disk: typeof full | null, error: object) {
  const engine = createMemoryEngine()
  engine.setDisk(disk)
  const failure = Object.assign(new Error('A failed write'), error)
  const answer = await explainFullDisk(new Error('Failed query', { cause: failure }), engine)
  return answer instanceof Error && 'code' in answer ? answer.code : 'as it was'
}

test.each([
  [{ code: 'ENOSPC' }, 'DISK.UPLOAD'],
  [{ code: 'EDQUOT' }, 'DISK.UPLOAD'],
  [{ code: '53100' }, 'DISK.FULL'],
  [
    { code: '58030', message: 'could not write to file "pg_wal/xlogtemp.1": No space left on device' },
    'DISK.FULL',
  ],
  [
    { code: '57P02', message: 'terminating connection because of crash of another server process' },
    'DISK.FULL',
  ],
  [{ code: 'ENOENT', message: 'connect ENOENT /home/pg/.s.PGSQL.5432' }, 'DISK.FULL'],
  [{ code: '23505' }, 'as it was'],
  [{ code: 'EIO' }, 'as it was'],
])('reports %o as %s while the disk is full', async (error, code) => {
  expect(await told(full, error)).toBe(code)
})

test.each([
  [{ code: 'ENOSPC' }, 'DISK.UPLOAD'],
  [{ code: '53100' }, 'DISK.ELSEWHERE'],
  [{ code: 'ENOENT', message: 'connect ENOENT /home/pg/.s.PGSQL.5432' }, 'as it was'],
])('reports %o as %s while there is room', async (error, code) => {
  expect(await told(roomy, error)).toBe(code)
})

test('reports a full disk even if the engine knows of no disk', async () => {
  expect(await told(null, { code: 'ENOSPC' })).toBe('DISK.ELSEWHERE')
})

test('states the free space in the sentence', async () => {
  const engine = createMemoryEngine()
  engine.setDisk(full)
  expect(await explainFullDisk(Object.assign(new Error('full'), { code: '53100' }), engine)).toMatchObject({
    status: 503,
    detail:
      'The disk is full: 3 MiB of 620 MiB are free. Delete what is not needed or ask your administrator to make room, then try again.',
  })
})
