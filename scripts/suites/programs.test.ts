import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULE = new URL('./programs.mjs', import.meta.url)

/** The tags of what is missing on a machine whose PATH leads nowhere. */
function missingTags(args: string[]): string[] {
  const { stdout } = spawnSync(process.execPath, args, { env: { PATH: '' }, encoding: 'utf8' })
  return stdout.split('\n').map((line) => line.split(' ')[0] ?? '')
}

test('.ci/run installs every missing program except what the long form alone needs', () => {
  const tags = missingTags([MODULE.pathname])
  expect(tags).toContain('python')
  expect(tags).not.toContain('firefox')
})

test('Firefox is missing in the long form', () => {
  const program = `
    import { missingPrograms } from '${MODULE.href}'
    for (const { tag } of missingPrograms({ isLong: true })) console.log(tag)`
  expect(missingTags(['--input-type=module', '-e', program])).toContain('firefox')
})
