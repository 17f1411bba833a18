import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

// At the same depth as the server's sources, which look for files beside them.
const folder = new URL('../../../dist', import.meta.url).pathname
const prefix = join(folder, `test-${randomBytes(4).toString('hex')}-`)

/** Tells this process and its children the prefix of the folders in which they build programs. */
export function setup(): void {
  mkdirSync(folder, { recursive: true })
  process.env.PODIUM_TEST_PROGRAMS = prefix
  // An interrupted test run calls no teardown.
  process.once('exit', teardown)
}

export function teardown(): void {
  process.off('exit', teardown)
  for (const name of readdirSync(folder))
    if (name.startsWith(basename(prefix))) rmSync(join(folder, name), { recursive: true })
}
