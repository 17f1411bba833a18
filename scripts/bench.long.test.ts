import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname

test('starts the measurements, and tells an unknown one from them', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts', 'nothing'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stderr).toContain("There is no measurement 'nothing'")
  expect(status).toBe(1)
})
