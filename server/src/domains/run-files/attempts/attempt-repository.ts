import type { Handle } from '@podium/database/connect.ts'
import { attempts, attemptTokens } from '@podium/database/schema/attempts.ts'
import type { RunKey, RunSpec } from '@podium/engines/engine.ts'
import { attemptKey } from '@podium/engines/kubernetes/attempt-key.ts'
import type { AttemptRecord, TokenOwner } from '@podium/engines/kubernetes/attempt-store.ts'
import { eq, sql } from 'drizzle-orm'
import { type AttemptPlace, isAttempt } from './file-repository.ts'

const key = { workspace: attempts.workspace, run: attempts.run, attempt: attempts.attempt }

/** Inserts the attempt; an existing row stays unchanged. */
export async function insertAttempt(
  db: Handle,
  { workspace, run, attempt }: RunKey,
  { bucket, prefix }: Omit<AttemptPlace, 'id'>,
  { spec, ...said }: AttemptRecord,
): Promise<void> {
  await db
    .insert(attempts)
    .values({ workspace, run, attempt, bucket, prefix, spec: { ...spec }, said })
    .onConflictDoNothing()
}

/** @param forChange locks the row until the transaction ends */
export async function readAttempt(db: Handle, of: RunKey, forChange = false): Promise<AttemptRecord | null> {
  const query = db.select({ spec: attempts.spec, said: attempts.said }).from(attempts).where(isAttempt(of))
  const [found] = forChange ? await query.for('update') : await query
  return found ? recordOf(found) : null
}

/** Reads the known attempts of these keys, by `attemptKey`. */
export async function readAttempts(db: Handle, keys: RunKey[]): Promise<Map<string, AttemptRecord>> {
  const asked = JSON.stringify(keys.map(({ workspace, run, attempt }) => ({ workspace, run, attempt })))
  const rows = await db
    .select({ ...key, spec: attempts.spec, said: attempts.said })
    .from(attempts)
    .where(
      sql`(${attempts.run}, ${attempts.attempt}, ${attempts.workspace}) in (select run, attempt, workspace
        from json_to_recordset(${asked}::json) as asked(run text, attempt int, workspace text))`,
    )
  return new Map(rows.map((row) => [attemptKey(row), recordOf(row)]))
}

export async function writeAttempt(
  db: Handle,
  of: RunKey,
  { spec: _, ...said }: AttemptRecord,
): Promise<void> {
  await db.update(attempts).set({ said }).where(isAttempt(of))
}

export async function readKeys(db: Handle, workspace: string | undefined): Promise<RunKey[]> {
  return db
    .select(key)
    .from(attempts)
    .where(workspace === undefined ? undefined : eq(attempts.workspace, workspace))
}

export async function readLeftOut(db: Handle, of: RunKey): Promise<string[]> {
  const [found] = await db.select({ left_out: attempts.left_out }).from(attempts).where(isAttempt(of))
  return found?.left_out ?? []
}

export async function insertToken(db: Handle, attemptId: string, hash: Buffer): Promise<void> {
  await db.insert(attemptTokens).values({ token_hash: hash, attempt_id: attemptId })
}

/** Returns the attempt that the token belongs to; null if the token is unknown or its attempt is complete. */
export async function readTokenOwner(db: Handle, hash: Buffer): Promise<TokenOwner | null> {
  const [found] = await db
    .select({ key, said: attempts.said })
    .from(attemptTokens)
    .innerJoin(attempts, eq(attempts.id, attemptTokens.attempt_id))
    .where(eq(attemptTokens.token_hash, hash))
  if (!found) return null
  const { is_complete, exit, heard_at = null } = found.said as unknown as Partial<AttemptRecord>
  return is_complete ? null : { key: found.key, exit: exit ?? null, heard_at }
}

/** Deletes the tokens, so that nothing more can be sent for the attempt. */
export async function deleteTokens(db: Handle, attemptId: string): Promise<void> {
  await db.delete(attemptTokens).where(eq(attemptTokens.attempt_id, attemptId))
}

export async function deleteAttempt(db: Handle, attemptId: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.id, attemptId))
}

function recordOf({
  spec,
  said,
}: {
  spec: Record<string, unknown>
  said: Record<string, unknown>
}): AttemptRecord {
  return { ...(said as unknown as Omit<AttemptRecord, 'spec'>), spec: spec as unknown as RunSpec }
}
