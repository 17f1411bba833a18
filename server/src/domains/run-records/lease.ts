import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import type { Seen } from './move.ts'
import type { RunRow } from './run-row.ts'

/** How long a server keeps its runs without renewing the lease, by the database's clock, as servers' may differ. */
const LEASE_SECONDS = 10

/** The end of a lease that begins now. */
export function leaseEnd(): SQL {
  return sql`now() + make_interval(secs => ${LEASE_SECONDS})`
}

/**
 * Renews the leases of this server's runs, takes over those whose lease has expired, and returns them all. A run has an
 * owner from its claim until it is queued again or the engine has forgotten it, so these are the runs under way and those that have ended, but
 * whose files still wait for the store.
 */
export async function renewLeases(db: Handle, owner: string): Promise<RunRow[]> {
  await db
    .update(runs)
    .set({ owner, lease_until: leaseEnd() })
    .where(
      and(
        isNotNull(runs.owner),
        or(
          and(
            eq(runs.owner, owner),
            lt(runs.lease_until, sql`now() + make_interval(secs => ${LEASE_SECONDS / 2})`),
          ),
          lt(runs.lease_until, sql`now()`),
          isNull(runs.lease_until),
        ),
      ),
    )
  return db.select().from(runs).where(eq(runs.owner, owner))
}

/** This server may have lost a run to another one. */
export class LeaseLost extends Error {}

/** @throws LeaseLost if the run no longer belongs to this server, or its lease has expired */
export async function assertLeased(db: Handle, { id, owner, attempt }: Seen): Promise<void> {
  const isHeld = await query(db).any(sql`
    select from runs where id = ${id}::uuid and owner = ${owner} and attempt = ${attempt} and lease_until > now()`)
  if (!isHeld) throw new LeaseLost(`Another server may have taken over the run ${id}.`)
}

/** How long a person waits at most for a stopped run to end after its program has ended. */
export const STOP_SECONDS = 30

/** True if the run was asked to stop more than STOP_SECONDS ago. */
export function isStopOverdue(db: Handle, { id }: Pick<RunRow, 'id'>): Promise<boolean> {
  return query(db).any(sql`
    select from runs where id = ${id}::uuid and stop_requested_at < now() - make_interval(secs => ${STOP_SECONDS})`)
}

/** Ends the leases of this server's runs now, so that the next server need not wait for them to expire. */
export async function releaseRuns(db: Handle, owner: string): Promise<void> {
  await db.update(runs).set({ lease_until: sql`now()` }).where(eq(runs.owner, owner))
}

/** Records that the engine has forgotten the run, by leaving it without an owner. */
export async function noteForgotten(db: Handle, id: string): Promise<void> {
  await db.update(runs).set({ owner: null, lease_until: null }).where(eq(runs.id, id))
}

/** True if any run is queued, or held by any server. */
export async function hasWork(db: Handle): Promise<boolean> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(or(eq(runs.state, 'queued'), isNotNull(runs.owner)))
    .limit(1)
  return rows.length > 0
}
