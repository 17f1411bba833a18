import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { interleave, median, printFigures } from '../rounds.ts'
import { withDatabase } from '../run-list/database.ts'
import { serveInProcess } from '../run-list/server-process.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'

const ROUNDS = 5
const CALLS = 40
const MAX_RATIO = 2

/** Fills an empty database with that many rows. Returns the caller and the place of the calls. */
export type Seed = (connection: ConnectionSettings, size: number) => Promise<Seeded>

export interface Seeded {
  token: string
  workspace_id: string
}

export interface ListMeasurement {
  what: string
  few: number
  many: number
  seed: Seed
  /** the calls by name, as paths on the server */
  calls(seeded: Seeded, size: number): Record<string, string>
}

/** Measures the 95th percentile of 100 calls with many rows and with few, on two databases and servers, in turn. */
export async function measureLists(measured: ListMeasurement): Promise<Verdict[]> {
  const { what, few, many } = measured
  return onServer(measured, few, (small) =>
    onServer(measured, many, async (large) => {
      const verdicts: Verdict[] = []
      for (const name of Object.keys(small.urls)) {
        const [little, much] = [small.urls[name] ?? '', large.urls[name] ?? '']
        await p95(little, small.token)
        await p95(much, large.token)
        const figures = await interleave(ROUNDS, {
          [`${name}, ${few} ${what}`]: () => p95(little, small.token),
          [`${name}, ${many} ${what}`]: () => p95(much, large.token),
        })
        printFigures('p95 in ms', figures)
        const [fast = [], slow = []] = Object.values(figures)
        verdicts.push(atMost(`${what}, ${name}`, median(slow) / median(fast), MAX_RATIO, '×'))
      }
      return verdicts
    }),
  )
}

interface Served {
  token: string
  urls: Record<string, string>
}

function onServer<T>(
  { seed, calls }: ListMeasurement,
  size: number,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  return inTemporaryHome((home) =>
    withDatabase(home, async (connection, analyze) => {
      const seeded = await seed(connection, size)
      await analyze()
      const server = await serveInProcess('podium', connection, seeded.workspace_id)
      try {
        const urls = Object.entries(calls(seeded, size)).map(([name, path]) => [name, server.address + path])
        return await work({ token: seeded.token, urls: Object.fromEntries(urls) })
      } finally {
        await server.stop()
      }
    }),
  )
}

async function p95(url: string, token: string): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    const response = await fetch(url, { headers: { cookie: `access-token=${token}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    times.push(performance.now() - began)
  }
  const sorted = times.sort((one, other) => one - other)
  return sorted[Math.ceil(CALLS * 0.95) - 1] ?? Number.NaN
}
