import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fetchInputs } from './fetch.ts'
import { keepRun } from './keep.ts'
import { createServerCalls, Dismissed } from './server-calls.ts'

/** The product's Python modules, which lie at the same distance from this file in the sources and in a build. */
const PYTHON = fileURLToPath(new URL('../../../python', import.meta.url))

async function main(): Promise<number> {
  const [what] = process.argv.slice(2)
  const root = setting('PODIUM_RUN_DIR')
  const server = createServerCalls({
    url: setting('PODIUM_RUNNER_URL'),
    token: setting('PODIUM_RUN_TOKEN'),
    log: (message) => console.error(message),
  })
  if (what === 'fetch') {
    process.on('SIGTERM', () => process.exit(143))
    const python = existsSync(PYTHON) ? PYTHON : null
    return (await fetchInputs({ server, root, python })) ? 0 : 1
  }
  if (what !== 'keep') throw new Error("Say 'fetch' or 'keep'.")
  // The wrapper signals the command; its outputs must still be sent.
  process.on('SIGTERM', () => undefined)
  await keepRun(server, root)
  return 0
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    const isOver = error instanceof Dismissed
    console.error(isOver ? error.message : error.stack)
    process.exit(isOver && process.argv[2] === 'keep' ? 0 : 1)
  },
)
