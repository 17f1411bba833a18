import { SYSTEM_PATH } from '../attempt/environment.ts'
import { runProgram } from '../attempt/run-program.ts'

/** True if the program succeeds here, found on the supervisor's search path. */
export async function succeeds(program: string, args: string[]): Promise<boolean> {
  try {
    await runProgram(program, args, { timeout: 5000, env: { PATH: SYSTEM_PATH } })
    return true
  } catch {
    return false
  }
}
