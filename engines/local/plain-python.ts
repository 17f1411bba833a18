import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { programOn } from './program.ts'

/**
 * Returns a folder with a program `python` for runs without packages, made where the machine has `python3` alone; null
 * where it has one by itself, or none at all. Commands of other machines begin with `python`.
 * @param runs the folder of all runs, beside which it lies
 */
export async function plainPython(path: string, runs: string): Promise<string | null> {
  if ((await programOn(path, 'python3')) === null || (await programOn(path, 'python')) !== null) return null
  const folder = join(dirname(runs), basename(runs).replace(/^runs/, 'bin'))
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(join(folder, 'python'), '#!/bin/sh\nexec python3 "$@"\n')
  await chmod(join(folder, 'python'), 0o755)
  return folder
}
