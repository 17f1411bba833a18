import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const PROGRAM = new URL('./programs.mjs', import.meta.url).pathname

/** Returns the tags of the programs that are missing in an environment. */
function missingTags(env: Record<string, string>): string[] {
  const { stdout } = spawnSync(process.execPath, [PROGRAM], { env: { PATH: '', ...env }, encoding: 'utf8' })
  return stdout.split('\n').map((line) => line.split(' ')[0] ?? '')
}

test.each(['caddy', 'firefox'])('misses %s only in the long form, which needs it', (tag) => {
  expect(missingTags({})).toContain('git')
  expect(missingTags({})).not.toContain(tag)
  expect(missingTags({ PODIUM_LONG: '1' })).toContain(tag)
})
