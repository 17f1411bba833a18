import { command } from '../command.ts'
import { serverProgram } from './server-program.ts'

/** Runs the server in this process, so that signals reach it directly. */
export const start = command({
  name: 'start',
  about: 'start the server; its settings are environment variables',
  run: () => become('../../server/dist/main.js'),
})

/** Runs the demo in this process, which starts its own server. */
export const demo = command({
  name: 'demo',
  about: 'train the sample in a throw-away home',
  run: () => become('../../cli/dist/demo.js'),
})

async function become(program: string): Promise<void> {
  process.argv.length = 2
  await import(serverProgram(program).href)
}
