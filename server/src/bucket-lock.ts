import type { Handle } from '@podium/database/connect.ts'
import type { Client } from '@podium/database/one-connection.ts'
import { sql } from 'drizzle-orm'

/** Locks the name of a bucket while it is copied, so that it is not assigned to another workspace. */
const LOCK = 'podium bucket'

/** Keeps copies of the bucket from beginning until the transaction ends. Returns false while one is being made. */
export async function lockForGiving(tx: Handle, bucket: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${LOCK}), hashtext(${bucket})) as locked`,
  )
  return rows[0]?.locked === true
}

export interface Owned {
  workspace_id: string
  bucket: string
}

/** Copies the bucket as long as the workspace owns it; otherwise copies nothing. */
export async function* whileOwned<T>(
  client: Client,
  { workspace_id, bucket }: Owned,
  copy: () => AsyncIterable<T>,
): AsyncGenerator<T> {
  await client.query('select pg_advisory_lock_shared(hashtext($1), hashtext($2))', [LOCK, bucket])
  try {
    const { rowCount } = await client.query('select from workspaces where id = $1 and s3_bucket_name = $2', [
      workspace_id,
      bucket,
    ])
    if (rowCount === 1) yield* copy()
  } finally {
    await client.query('select pg_advisory_unlock_shared(hashtext($1), hashtext($2))', [LOCK, bucket])
  }
}
