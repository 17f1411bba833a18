import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type PodiumServer, startPodium } from './podium-server.ts'
import { commandOf, treeOf } from './process-tree.ts'
import { median } from './rounds.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = process.env.PODIUM_LONG === '1' ? 20 : 2
const STOPPED_MS = 30_000
const AROUND_MS = 2_000
const EVERY_MS = 20
const SLOWEST_MS = 2_000
const BACK_MS = 1_000

interface Answer {
  sentAt: number
  took: number
  status: number
}

type Call = () => Promise<Response>

/** Suspends PostgreSQL for half a minute under fifty reading and writing calls a second, and measures the responses. */
export async function measureHungDatabase(): Promise<Verdict[]> {
  if (process.platform !== 'linux') {
    console.log('The processes of PostgreSQL are found on Linux only: not measured here.')
    return []
  }
  return inTemporaryHome(async (home) => {
    const podium = await startPodium(home)
    try {
      const calls = await callsOf(podium, home)
      const rounds: ReturnType<typeof figuresOf>[] = []
      for (let round = 1; round <= ROUNDS; round += 1) {
        const figures = await stopAndGoOn(podium.pid, calls)
        console.log(`round ${round}: ${JSON.stringify(figures)}`)
        rounds.push(figures)
      }
      const most = (of: (figures: (typeof rounds)[number]) => number) => Math.max(...rounds.map(of))
      console.log(`median of the slowest answers: ${median(rounds.map(({ slowest_ms }) => slowest_ms))} ms`)
      return [
        atMost(
          'slowest answer while the database hangs',
          most((figures) => figures.slowest_ms),
          SLOWEST_MS,
          'ms',
        ),
        atMost(
          'until all calls are served again',
          most((figures) => figures.back_ms),
          BACK_MS,
          'ms',
        ),
        atMost(
          'answers other than 200 and 503',
          most((figures) => figures.wrong),
          0,
          'calls',
        ),
      ]
    } finally {
      await podium.stop()
    }
  })
}

async function stopAndGoOn(server: number, calls: Call[]) {
  const load = startLoad(calls)
  await pause(AROUND_MS)
  const goOn = stopPostgres(server)
  const stoppedAt = performance.now()
  await pause(STOPPED_MS)
  goOn()
  const backAt = performance.now()
  await pause(AROUND_MS)
  return figuresOf(await load.end(), stoppedAt, backAt)
}

function figuresOf(answers: Answer[], stoppedAt: number, backAt: number) {
  const refused = answers.filter(({ status }) => status === 503)
  const between = (from: number, to: number) =>
    answers.filter(({ sentAt }) => sentAt >= from && sentAt < to).length
  return {
    calls: answers.length,
    refused: refused.length,
    while_stopped: between(stoppedAt, backAt),
    wrong: answers.filter(({ status }) => status !== 200 && status !== 503).length,
    slowest_ms: Math.round(Math.max(...answers.map(({ took }) => took))),
    back_ms: Math.round(Math.max(0, ...refused.map(({ sentAt }) => sentAt - backAt))),
  }
}

/** Starts a call every twenty milliseconds, whether the earlier ones were answered or not. */
function startLoad(calls: Call[]) {
  const under: Promise<Answer>[] = []
  const timer = setInterval(() => {
    const call = calls[under.length % calls.length]
    if (call) under.push(timed(call))
  }, EVERY_MS)
  return {
    end: () => {
      clearInterval(timer)
      return Promise.all(under)
    },
  }
}

async function timed(call: Call): Promise<Answer> {
  const sentAt = performance.now()
  const status = await call().then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
  return { sentAt, took: performance.now() - sentAt, status }
}

function stopPostgres(server: number): () => void {
  const postgres = () => treeOf(server).filter((pid) => /postgres/.test(commandOf(pid)))
  // The first process starts the others, so none is added while it is suspended.
  const [first] = postgres()
  if (first === undefined) throw new Error('The bundled PostgreSQL was not found.')
  process.kill(first, 'SIGSTOP')
  const stopped = postgres()
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
}

/** Two calls that read and two that write in a transaction, of a signed-in person. */
async function callsOf({ address }: PodiumServer, home: string): Promise<Call[]> {
  const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${address}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const host = { authorization: `Bearer ${(await readFile(join(home, 'host-token'), 'utf8')).trim()}` }
  const password = 'violet kettle under moss'
  const boss = { username: 'boss', display_name: 'Boss', email: 'boss@example.org', role: 'ADMIN' }
  await ask('POST', '/settings/accounts', host, { ...boss, password, must_change_password: false })
  const signedIn = await ask('POST', '/auth/login', {}, { login_id: 'boss', login_pw: password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  const made = await ask('POST', '/workspaces', { cookie }, { name: 'hung', s3_bucket_name: 'hung-bucket' })
  const { id } = (await made.json()) as { id: string }
  const calls = [
    () => ask('GET', '/workspaces', { cookie }),
    () => ask('PATCH', '/settings/preferences', { cookie }, { solution_view: 'list' }),
    () => ask('GET', `/streamhistories?workspace_id=${id}`, { cookie }),
    () => ask('PATCH', `/workspaces?workspace_id=${id}`, { cookie }, { dashboard_hash: '' }),
  ]
  for (const call of calls) {
    const { status, url } = await call()
    if (status !== 200) throw new Error(`A call of the measurement answers ${status}: ${url}`)
  }
  return calls
}
