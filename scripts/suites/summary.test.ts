import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULE = new URL('./summary.mjs', import.meta.url).href
const RED = '\u001b[31m'

/** Passes on the output of a program on both streams. */
function passedOn(stdout: string, stderr: string) {
  const printer = `process.stdout.write(${JSON.stringify(stdout)}); process.stderr.write(${JSON.stringify(stderr)})`
  const program = `
    import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    import { passOn } from '${MODULE}'
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(printer)}])
    writeFileSync(3, JSON.stringify(await passOn(child)))`
  const { output } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { stdout: output[1], stderr: output[2], ...JSON.parse(output[3] ?? '') }
}

test('passes on the output of a suite and names the tests that failed', () => {
  const stdout = `    e2e/journeys/a.spec.ts:56:1 › a person signs in   \n  1 failed\n`
  const stderr = `${RED} FAIL  api  a.api.test.ts > one\nError: the reason\n FAIL  api  a.api.test.ts > two\n FAIL  api  a.api.test.ts > three\nError: of both\n`
  expect(passedOn(stdout, stderr)).toEqual({
    stdout,
    stderr,
    failed: expect.arrayContaining([
      'e2e/journeys/a.spec.ts:56:1 › a person signs in',
      'api  a.api.test.ts > one: Error: the reason',
      'api  a.api.test.ts > two',
      'api  a.api.test.ts > three: Error: of both',
    ]),
    leftOut: 0,
  })
})

test('names no test when all passed', () => {
  const stdout = ' ✓ api a.api.test.ts (3 tests) 12ms\n'
  expect(passedOn(stdout, '')).toEqual({ stdout, stderr: '', failed: [], leftOut: 0 })
})

test('adds up the tests that were left out', () => {
  const stdout = 'left out: 12 tests that need Exim\nleft out: 1 test that needs Exim and OpenSSL\n'
  expect(passedOn(stdout, '')).toEqual({ stdout, stderr: '', failed: [], leftOut: 13 })
})
