import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../attempt/environment.ts'

const run = promisify(execFile)

/** True if the program succeeds here, found on the supervisor's search path. */
export async function succeeds(program: string, args: string[]): Promise<boolean> {
  try {
    await run(program, args, { timeout: 5000, env: { PATH: SYSTEM_PATH } })
    return true
  } catch {
    return false
  }
}
