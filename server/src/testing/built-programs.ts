import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** how the folders begin in which the tests of this run build programs */
    builtPrograms: string
  }
}

// As deep as the sources of the server, which look for what lies beside them.
const folder = new URL('../../../dist', import.meta.url).pathname
const prefix = join(folder, `test-${randomBytes(4).toString('hex')}-`)

export function setup(project: TestProject): void {
  mkdirSync(folder, { recursive: true })
  project.provide('builtPrograms', prefix)
  // Interrupted, a run tears nothing down.
  process.once('exit', teardown)
}

export function teardown(): void {
  process.off('exit', teardown)
  for (const name of readdirSync(folder))
    if (name.startsWith(basename(prefix))) rmSync(join(folder, name), { recursive: true })
}
