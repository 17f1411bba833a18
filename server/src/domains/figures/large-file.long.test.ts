import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const READER = fileURLToPath(new URL('testing/read-large-file.ts', import.meta.url))

test('reads an event file of 2 GB with at most 32 MiB more memory', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', READER, String(2e9)])
  expect(String(stderr)).toBe('')
  const { mebibytes, points, blocks } = JSON.parse(String(stdout))
  expect(points).toBe(blocks * 1000)
  expect(mebibytes).toBeLessThan(32)
})
