import { buildProgram } from './build-program.ts'
import { type Started, startProgram } from './started-program.ts'

const PROGRAM = await buildProgram('server/src/main.ts')

/** Starts the server as people do, or a command of it. */
export function startServer(env: Record<string, string>, ...command: string[]): Started {
  return startProgram(PROGRAM, env, command)
}
