import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { listWorkFiles } from './work-files.ts'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'podium-work-'))
  return () => rm(work, { recursive: true })
})

test('ends its look at too many files and says so, those of the program first', async () => {
  const script = 'mkdir a z; touch a/1 a/2 a/3 top; sleep 0.05; touch -d @0 mark; touch z/made'
  execFileSync('sh', ['-c', script], { cwd: work })
  const since = Number(execFileSync('stat', ['-c', '%.3Z', 'mark'], { cwd: work }).toString()) * 1000
  const listing = {
    since,
    uid: null,
    under: [],
    kept: [work],
    isTaken: () => false,
    mostFiles: 9,
    mostEntries: 6,
  }
  expect(await listWorkFiles(work, listing)).toMatchObject({
    files: [
      { path: 'work/mark', size: 0, modified_at: '1970-01-01T00:00:00.000Z' },
      expect.objectContaining({ path: 'work/z/made' }),
    ],
    left_out: ['The working folder has more than 6 files and folders: the rest was left out.'],
  })
})
