import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'

/** The migration "retention" uses the same number. */
const RETENTION_LOCK = 4_927_003

/**
 * Takes the workspace's retention lock until the transaction ends: no run of it stores files, loses a protection of
 * its files or starts from a model meanwhile, and nothing is moved into or out of the trash.
 */
export async function lockRetention(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${RETENTION_LOCK}, hashtext(${workspaceId}))`)
}

/** Prevents moves to the trash until the transaction ends; holders of this shared lock do not wait for each other. */
export async function keepFromTrash(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${RETENTION_LOCK}, hashtext(${workspaceId}))`)
}
