import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const CHECKOUT = new URL('..', import.meta.url).pathname
const LOOK_INTERVAL_MS = 5
const LONGEST_START_MS = 60_000

export interface PodiumServer {
  address: string
  pid: number
  /** milliseconds from the start of the process to the first healthy response */
  startedWithin: number
  stop(): Promise<void>
}

/** Starts the built server of a checkout on this home as `npm start` does, and waits until it is healthy. */
export async function startPodium(
  home: string,
  settings: Record<string, string> = {},
  checkout = CHECKOUT,
): Promise<PodiumServer> {
  const program = join(checkout, 'server/dist/main.js')
  if (!existsSync(program))
    throw new Error(`The server in ${checkout} is not built: run \`npm run build\` there first.`)
  await rm(join(home, 'server.json'), { force: true })
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PODIUM_'))
  const began = performance.now()
  const child = spawn(process.execPath, [program], {
    env: { ...Object.fromEntries(others), PODIUM_HOME: home, PODIUM_PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const ended = once(child, 'exit')
  const address = await healthyAddress(home, child)
  return {
    address,
    pid: child.pid ?? 0,
    startedWithin: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function healthyAddress(home: string, child: ChildProcess): Promise<string> {
  const deadline = performance.now() + LONGEST_START_MS
  while (child.exitCode === null && performance.now() < deadline) {
    const text = await readFile(join(home, 'server.json'), 'utf8').catch(() => '')
    const { address } = text ? (JSON.parse(text) as { address: string }) : { address: '' }
    const health = address ? await fetch(`${address}/api/v1/healthz`).catch(() => null) : null
    if (health?.ok) return address
    await pause(LOOK_INTERVAL_MS)
  }
  child.kill('SIGKILL')
  throw new Error('The server of the measurement did not become healthy.')
}
