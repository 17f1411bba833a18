import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '../cli-error.ts'

/** The settings that the demo inherits: for its address, not for its storage. */
const INHERITED = [
  'PODIUM_HOST',
  'PODIUM_PORT',
  'PODIUM_PUBLIC_URL',
  'PODIUM_ALLOWED_HOSTS',
  'PODIUM_TRUSTED_PROXIES',
  'PODIUM_INSECURE_HTTP',
]

const START_LIMIT_MS = 60_000

export interface DemoServer {
  address: string
  /** resolves with the exit code when the server has ended */
  ended: Promise<number>
  stop(): Promise<void>
}

/** Starts the built server on its own home and waits until it is ready; null if it was aborted before. */
export async function startServer(
  home: string,
  admin: { id: string; password: string },
  stopping: AbortSignal,
): Promise<DemoServer | null> {
  const program = new URL('../../server/dist/main.js', import.meta.url).pathname
  const child = spawn(process.execPath, [program], {
    env: {
      ...inherited(),
      PODIUM_HOME: home,
      PODIUM_LOG_LEVEL: 'warn',
      PODIUM_ADMIN_ID: admin.id,
      PODIUM_ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    // Ctrl-C must reach only the demo, which stops its runs before the server.
    detached: true,
  })
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? 1)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    const address = await Promise.race([
      addressOf(home, child, stopping),
      ended.then(() => fail('The server did not start: see the line above.')),
    ])
    if (address !== null) return { address, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
  await stop()
  return null
}

function inherited(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PODIUM_') || INHERITED.includes(name),
  )
  return Object.fromEntries(others)
}

async function addressOf(home: string, child: ChildProcess, stopping: AbortSignal): Promise<string | null> {
  const deadline = Date.now() + START_LIMIT_MS
  while (child.exitCode === null && Date.now() < deadline) {
    if (stopping.aborted) return null
    const text = await readFile(join(home, 'server.json'), 'utf8').catch(() => '')
    if (text) {
      const { address } = JSON.parse(text) as { address: string }
      const health = await fetch(`${address}/api/v1/healthz`).catch(() => null)
      if (health?.ok) return address
    }
    await pause(100)
  }
  return fail('The server did not answer within a minute.')
}
