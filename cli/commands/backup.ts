import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fail } from '../cli-error.ts'
import type { Options } from '../options.ts'
import { serverProgram } from './server-program.ts'

/** Exports the whole home into a file. Works on the server's own machine, whether the server runs or not. */
export async function runExport([file]: string[]): Promise<void> {
  if (!file) fail('Name the file to write: podium export <file.tar.gz>')
  await handOn('export', file)
}

/** Fills an empty home from a file that `podium export` wrote. */
export async function runImport([file]: string[]): Promise<void> {
  if (!file) fail('Name the file to read: podium import <file.tar.gz>')
  await handOn('import', file)
}

/** Copies all objects to another store, whether a server runs or not. */
export async function runObjects([verb]: string[], { to }: Options): Promise<void> {
  if (verb !== 'move' || !to) fail('Give the target: podium objects move --to <address>, or --to home.')
  await handOn('objects', 'move', '--to', to)
}

/** Runs the server's program, which knows the home's database and objects. */
async function handOn(...words: string[]): Promise<void> {
  const program = serverProgram('../../server/dist/main.js').pathname
  const child = spawn(process.execPath, [program, ...words], {
    env: { PODIUM_LOG_LEVEL: 'error', ...process.env },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
