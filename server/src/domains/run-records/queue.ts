import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import type { Resources } from '@podium/engines/engine.ts'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { RunRow } from './run-row.ts'

/**
 * The queue in its fair order: workspaces take turns, the one with the fewest runs under way first, and each
 * workspace's own runs go oldest first. Columns id and place (from 1).
 */
const queueInOrder: SQL = sql`
  select id, row_number() over (order by turn, created_at, id) as place from (
    select queued.id, queued.created_at, coalesce(active.runs, 0)
      + row_number() over (partition by queued.workspace_id order by queued.created_at, queued.id) as turn
    from runs queued
    left join (
      select workspace_id, count(*) as runs from runs where state in ('starting', 'running') group by workspace_id
    ) active on active.workspace_id = queued.workspace_id
    where queued.state = 'queued'
  ) turns`

export interface QueuedRun extends RunRow {
  position: number
}

/** Runs that a read of the queue skips: of whole workspaces, of people as 'workspace account', and single ones. */
export interface PassedOver {
  workspaces: string[]
  people: string[]
  runs: string[]
}

/** Locks the first runs of the queue; a run that is just being stopped is skipped. */
export async function lockQueue(
  db: Handle,
  limit: number,
  { workspaces, people, runs: seen }: PassedOver = { workspaces: [], people: [], runs: [] },
): Promise<QueuedRun[]> {
  const isPassedOver = sql`(runs.workspace_id = any(${sql.param(workspaces)}::uuid[])
    or coalesce(runs.workspace_id || ' ' || runs.created_by = any(${sql.param(people)}::text[]), false)
    or runs.id = any(${sql.param(seen)}::uuid[]))`
  const order = await db.execute<{ id: string; place: string | number }>(
    sql`select runs.id, place from runs join (${queueInOrder}) as fair on fair.id = runs.id
        where runs.state = 'queued' and not ${isPassedOver} order by place limit ${limit} for update of runs skip locked`,
  )
  const positions = new Map(order.rows.map(({ id, place }) => [id, Number(place)]))
  if (positions.size === 0) return []
  const rows = await db
    .select()
    .from(runs)
    .where(inArray(runs.id, [...positions.keys()]))
  return rows
    .map((row) => ({ ...row, position: positions.get(row.id) ?? 0 }))
    .sort((one, other) => one.position - other.position)
}

/** The position of the run in the queue, from 1; null if it no longer waits. */
export async function queuePosition(db: Handle, id: string): Promise<number | null> {
  const found = await db.execute<{ place: string | number }>(
    sql`select place from (${queueInOrder}) as fair where id = ${id}`,
  )
  const position = found.rows[0]?.place
  return position === undefined ? null : Number(position)
}

export interface InUse {
  workspace_id: string
  account_id: string | null
  granted: Resources
}

/** Resources granted to the runs under way. */
export async function readInUse(db: Handle): Promise<InUse[]> {
  const rows = await db
    .select({
      workspace_id: runs.workspace_id,
      account_id: runs.created_by,
      cpu: runs.granted_cpu,
      memory_mib: runs.granted_memory_mib,
      gpu: runs.granted_gpu,
    })
    .from(runs)
    .where(inArray(runs.state, ['starting', 'running']))
  return rows.map(({ workspace_id, account_id, cpu, memory_mib, gpu }) => ({
    workspace_id,
    account_id,
    granted: { cpu: cpu ?? 0, memory_mib: memory_mib ?? 0, gpu: gpu ?? 0 },
  }))
}

/** Writes the sentences that changed, and returns the runs that they belong to. */
export async function writeWaiting(
  db: Handle,
  waiting: readonly { run: QueuedRun; detail: string }[],
): Promise<RunRow[]> {
  const changed = waiting.filter(({ run, detail }) => run.detail !== detail)
  for (const { run, detail } of changed) await db.update(runs).set({ detail }).where(eq(runs.id, run.id))
  return changed.map(({ run }) => run)
}
