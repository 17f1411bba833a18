import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/free-ports.mjs'

const PROGRAM = new URL('../../server/dist/main.js', import.meta.url).pathname
const PASSWORD = 'grey harbour candle nine'
const LOOK_EVERY_MS = 20
const CALL_PATIENCE_MS = 10_000

/** The built server on a home, restarted whenever it ends, as a service manager does. */
export interface SupervisedServer {
  /** the pid of the current server */
  readonly pid: number
  /** sends kill -9; returns the milliseconds until the next server is ready */
  killAndWait(): Promise<number>
  /** Calls as the administrator. @throws if there is no response, or a status other than 200 */
  call<Reply>(method: string, path: string, body?: object): Promise<Reply>
  /** the output of all servers so far */
  printed(): string
  stop(): Promise<void>
}

/** A response with a status other than 200. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function superviseServer(home: string): Promise<SupervisedServer> {
  if (!existsSync(PROGRAM)) throw new Error('The server is not built: run `npm run build` first.')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/api/v1`
  let printed = ''
  let stopping = false
  let child = start()

  function start(): ChildProcess {
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PODIUM_'))
    const server = spawn(process.execPath, [PROGRAM], {
      env: {
        ...Object.fromEntries(others),
        PODIUM_HOME: home,
        PODIUM_PORT: String(port),
        PODIUM_LOG_LEVEL: 'warn',
        PODIUM_ADMIN_ID: 'admin',
        PODIUM_ADMIN_PASSWORD: PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (bytes) => {
        printed += bytes
      })
    server.once('exit', () => {
      if (!stopping) child = start()
    })
    return server
  }

  async function serving(): Promise<number> {
    const began = performance.now()
    while (!(await isServing())) await pause(LOOK_EVERY_MS)
    return performance.now() - began
  }

  /** True if it is ready, even if it reports a run that uses more of the disk than it should. */
  async function isServing(): Promise<boolean> {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    const health = (await answer?.json().catch(() => null)) as { failing: string[] } | null | undefined
    return health?.failing.every((part) => part === 'disk') ?? false
  }

  async function send(method: string, path: string, body?: object, session = ''): Promise<Response> {
    const answer = await fetch(address + path, {
      method,
      headers: { cookie: `access-token=${session}` },
      signal: AbortSignal.timeout(CALL_PATIENCE_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Refused(answer.status, await answer.text())
    return answer
  }

  await serving()
  const signedIn = await send('POST', '/auth/login', { login_id: 'admin', login_pw: PASSWORD })
  const session = /access-token=([^;]+)/.exec(signedIn.headers.getSetCookie().join('\n'))?.[1] ?? ''

  return {
    get pid() {
      return child.pid ?? 0
    },
    async killAndWait() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      return serving()
    },
    call: async <Reply>(method: string, path: string, body?: object) =>
      (await (await send(method, path, body, session)).json()) as Reply,
    printed: () => printed,
    async stop() {
      stopping = true
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
