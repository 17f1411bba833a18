import { existsSync } from 'node:fs'
import { fail } from '../cli-error.ts'

/** A built program of Podium; the command as one file stands alone and has none beside it. */
export function serverProgram(path: string): URL {
  const program = new URL(path, import.meta.url)
  return existsSync(program)
    ? program
    : fail('This command works in the folder of Podium itself only: run npx podium there.')
}
