import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { appendFile, mkdir, truncate } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { followLog, readLog, readLogIndex, searchLog } from '@podium/contract/calls/run-files.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import { connectDatabase } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { accounts, sessions } from '@podium/database/schema/accounts.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { hashOfToken, newToken } from '@podium/server/http/session/tokens.ts'
import { eq } from 'drizzle-orm'
import { interleave, median, medianRatio, printFigures } from '../rounds.ts'
import { withDatabase } from '../run-list/database.ts'
import { seedRuns } from '../run-list/seed.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import type { Followers } from './following.ts'
import { startLoad } from './load-process.ts'
import { serveLog } from './log-server.ts'

const LOG_BYTES = 1024 * 1024 * 1024 - 1024
const ABSENT = 'a text that no line holds'
const ROUNDS = 5
const LINES = 60
const LINE_INTERVAL_MS = 250
/** A session may have twenty streams. */
const STREAMS_OF_A_SESSION = 20

const MAX_FIRST_ROWS_MS = 500
const MAX_OF_GREP = 8
const MAX_DELAY_MS: [followers: number, milliseconds: number][] = [
  [100, 250],
  [1000, 1000],
]

/** Measures followers of a live log, and opening and searching a log of 1 GiB after its run has ended. */
export async function measureLog(): Promise<Verdict[]> {
  return inTemporaryHome((home) =>
    withDatabase(home, async (connection) => {
      const { run_id, tokens } = await seedLiveRun(connection)
      await mkdir(`${home}/objects`)
      const file = `${home}/process.log`
      await appendFile(file, '')
      const server = await serveLog({ connection, home, file, run_id })
      const ask = askerOf(server.address, run_id, tokens[0] ?? '')
      try {
        const verdicts: Verdict[] = []
        for (const [count, most] of MAX_DELAY_MS) {
          const delay = await delayOf(server.address + ask.path(followLog), tokens, count, file)
          verdicts.push(atMost(`${count} followers, line to client, p95`, delay, most, 'ms'))
        }
        await writeLog(file)
        await server.endRun()
        return [...verdicts, ...(await measureEnded(ask, file))]
      } finally {
        await server.stop()
      }
    }),
  )
}

async function measureEnded(ask: ReturnType<typeof askerOf>, file: string): Promise<Verdict[]> {
  const firstRows = await timed(async () => {
    const { offsets } = (await ask.json(readLogIndex)) as { offsets: number[] }
    await ask.bytes(offsets[0] ?? 0, (offsets[1] ?? 1) - 1)
  })
  const quiet = await slowestOf(ask, () => pause(1000))
  const busy: number[] = []
  const figures = await interleave(ROUNDS, {
    'search of an absent text': () =>
      timed(async () => {
        busy.push(await slowestOf(ask, () => ask.json(searchLog, { q: ABSENT })))
      }),
    'grep -c of the same': () => timed(() => grep(file)),
  })
  printFigures('ms', figures)
  console.log(`first rows ${firstRows.toFixed(0)} ms; p95 of other calls ${quiet.toFixed(1)} ms quiet,`)
  console.log(`${median(busy).toFixed(1)} ms beside a search`)
  const ratio = medianRatio(figures['search of an absent text'], figures['grep -c of the same'])
  return [
    atMost('first rows of 1 GiB after its run has ended', firstRows, MAX_FIRST_ROWS_MS, 'ms'),
    atMost('search of an absent text in 1 GiB, of grep -c', ratio, MAX_OF_GREP, '×'),
    atMost('p95 of other calls beside a search', median(busy), Math.max(50, quiet * 5), 'ms'),
  ]
}

/** Returns the 95th percentile of small sequential calls during `work`, in ms. */
async function slowestOf(ask: ReturnType<typeof askerOf>, work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false }
  const done = work().finally(() => {
    state.isDone = true
  })
  const took: number[] = []
  while (!state.isDone) {
    took.push(await timed(() => ask.bytes(0, 99)))
    await pause(5)
  }
  await done
  return percentile(took, 0.95)
}

/** Returns the 95th percentile of the delay from a line's writing to each follower, in ms. */
async function delayOf(url: string, tokens: string[], count: number, file: string): Promise<number> {
  const load = await startLoad('./following.ts', { url, tokens, count } satisfies Followers)
  for (let line = 0; line < LINES; line += 1) {
    await appendFile(file, `written ${Date.now()} epoch ${line} loss 0.1\n`)
    await pause(LINE_INTERVAL_MS)
  }
  await pause(2000)
  const delays = (await load.leave()) as number[]
  if (delays.length < count * LINES * 0.99)
    throw new Error(`${count} followers read ${delays.length} lines of ${count * LINES}.`)
  await truncate(file)
  return percentile(delays, 0.95)
}

function percentile(figures: number[], share: number): number {
  const sorted = [...figures].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** grep exits with 1 if it finds nothing. */
async function grep(file: string): Promise<void> {
  await promisify(execFile)('grep', ['-c', ABSENT, file]).catch((error: { code?: unknown }) => {
    if (error.code !== 1) throw error
  })
}

async function writeLog(file: string): Promise<void> {
  const out = createWriteStream(file)
  let line = 0
  for (let written = 0; written < LOG_BYTES; ) {
    let part = ''
    for (const end = line + 10_000; line < end; line += 1)
      part += `2026-11-17 14:06:03,${line % 1000} INFO train: epoch ${line % 97} step ${line} loss 0.${line % 9973}\n`
    part = part.slice(0, LOG_BYTES - written)
    written += part.length
    if (!out.write(part)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}

async function seedLiveRun(connection: ConnectionSettings): Promise<{ run_id: string; tokens: string[] }> {
  await seedRuns(connection, 10)
  const { database, close } = connectDatabase({ connection, log: quietLog })
  try {
    const [run] = await database.select({ id: runs.id }).from(runs).limit(1)
    const [member] = await database
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.username, 'member'))
    if (!run || !member) throw new Error('There is no run to measure.')
    const live = { state: 'running' as const, submitted: true, stored: false, ended_at: null }
    await database.update(runs).set(live).where(eq(runs.id, run.id))
    const tokens = Array.from({ length: 1000 / STREAMS_OF_A_SESSION }, newToken)
    await database.insert(sessions).values(
      tokens.map((token) => ({
        token_hash: hashOfToken(token),
        account_id: member.id,
        kind: 'program' as const,
        address: '127.0.0.1',
      })),
    )
    return { run_id: run.id, tokens }
  } finally {
    await close()
  }
}

/** Returns functions that call the API about one log. */
function askerOf(address: string, run_id: string, token: string) {
  const headers = { cookie: `access-token=${token}` }
  const path = (
    route: typeof followLog | typeof readLog | typeof readLogIndex | typeof searchLog,
    query = {},
  ) =>
    addressOf(route as typeof readLog, { params: { id: run_id }, query: { log_type: 'process', ...query } })
  const ask = async (url: string, more: Record<string, string> = {}) => {
    const answer = await fetch(address + url, { headers: { ...headers, ...more } })
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}.`)
    return answer
  }
  return {
    path,
    json: async (route: typeof readLogIndex | typeof searchLog, query = {}): Promise<unknown> =>
      (await ask(path(route, query))).json(),
    bytes: async (from: number, to: number) =>
      (await ask(path(readLog), { range: `bytes=${from}-${to}` })).arrayBuffer(),
  }
}
