import { serverProgram } from './server-program.ts'

/** Becomes the server: nothing stands between it and what stops it. */
export function runStart(): Promise<void> {
  return become('../../server/dist/main.js')
}

/** Becomes the demo, which starts a server of its own. */
export function runDemo(): Promise<void> {
  return become('../../cli/dist/demo.js')
}

async function become(program: string): Promise<void> {
  process.argv.length = 2
  await import(serverProgram(program).href)
}
