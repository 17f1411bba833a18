import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname

test('the measurements can be started: one that does not exist is told from those that do', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts', 'nothing'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stderr).toContain("There is no measurement 'nothing'")
  expect(status).toBe(1)
})
