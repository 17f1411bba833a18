import { serverProgram } from './server-program.ts'

/** Runs the server in this process, so that signals reach it directly. */
export function runStart(): Promise<void> {
  return become('../../server/dist/main.js')
}

/** Runs the demo in this process, which starts its own server. */
export function runDemo(): Promise<void> {
  return become('../../cli/dist/demo.js')
}

async function become(program: string): Promise<void> {
  process.argv.length = 2
  await import(serverProgram(program).href)
}
