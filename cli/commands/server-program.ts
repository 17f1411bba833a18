import { existsSync } from 'node:fs'
import { fail } from '../cli-error.ts'

/** Returns the address of a built program of Podium. The command as a single file has none beside it. */
export function serverProgram(path: string): URL {
  const program = new URL(path, import.meta.url)
  return existsSync(program)
    ? program
    : fail('This command works in the folder of Podium itself only: run npx podium there.')
}
