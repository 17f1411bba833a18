import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { programOn } from './program.ts'

/**
 * Creates a folder with a program `python` for runs without packages if the machine has only `python3`, because
 * commands from other machines begin with `python`. Returns null if it has a `python`, or neither.
 * @param runs the folder of all runs, beside which it is created
 */
export async function plainPython(path: string, runs: string): Promise<string | null> {
  if ((await programOn(path, 'python3')) === null || (await programOn(path, 'python')) !== null) return null
  const folder = join(dirname(runs), basename(runs).replace(/^runs/, 'bin'))
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(join(folder, 'python'), '#!/bin/sh\nexec python3 "$@"\n')
  await chmod(join(folder, 'python'), 0o755)
  return folder
}
