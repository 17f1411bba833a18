import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'

/** The migration "retention" names it too. */
const RETENTION_LOCK = 4_927_003

/**
 * Until the transaction ends, no run of the workspace is put away, loses what keeps its files or starts from a model, and
 * nothing goes to the trash or leaves it.
 */
export async function holdRetention(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${RETENTION_LOCK}, hashtext(${workspaceId}))`)
}

/** Until the transaction ends, nothing of the workspace goes to the trash; others that keep it so do not wait. */
export async function keepFromTrash(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${RETENTION_LOCK}, hashtext(${workspaceId}))`)
}
