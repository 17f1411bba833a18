import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

// As deep as the sources of the server, which look for what lies beside them.
const folder = new URL('../../../dist', import.meta.url).pathname
const prefix = join(folder, `test-${randomBytes(4).toString('hex')}-`)

/** Tells this process and those that it starts how the folders begin in which they build programs. */
export function setup(): void {
  mkdirSync(folder, { recursive: true })
  process.env.PODIUM_TEST_PROGRAMS = prefix
  // Interrupted, a run tears nothing down.
  process.once('exit', teardown)
}

export function teardown(): void {
  process.off('exit', teardown)
  for (const name of readdirSync(folder))
    if (name.startsWith(basename(prefix))) rmSync(join(folder, name), { recursive: true })
}
