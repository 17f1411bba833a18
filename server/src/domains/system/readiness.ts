import { isDiskFull } from '@podium/contract/disk-space.ts'
import { sql } from 'drizzle-orm'
import { waitAtMost } from '../../background.ts'
import type { Deps } from '../../deps.ts'

const PATIENCE_MS = 2_000

interface Trouble {
  part: string
  /** a sentence that says no more than anybody may know */
  reason: string
}

/** What keeps this server from serving; a part that does not answer in two seconds is part of it. */
export async function findTrouble({
  database,
  engine,
}: Pick<Deps, 'database' | 'engine'>): Promise<Trouble[]> {
  const [rows, capabilities, disk] = await Promise.all([
    inTime(() => database.execute(sql`select 1`)),
    inTime(() => engine.capabilities()),
    inTime(() => engine.disk()),
  ])
  return [
    ...(rows ? [] : [{ part: 'database', reason: 'The database does not answer.' }]),
    ...(capabilities && disk !== undefined
      ? []
      : [{ part: 'engine', reason: 'The engine does not answer.' }]),
    ...(disk && isDiskFull(disk) ? [{ part: 'disk', reason: 'The disk is full.' }] : []),
  ]
}

/** undefined: it failed, or took too long */
async function inTime<T>(ask: () => Promise<T>): Promise<T | undefined> {
  const asked = Promise.resolve()
    .then(ask)
    .catch(() => undefined)
  return waitAtMost(PATIENCE_MS, asked)
}
