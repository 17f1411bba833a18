import type { Handle } from '@podium/database/connect.ts'
import { uploads } from '@podium/database/schema/usage.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** Records the owner of the file at the path, in the transaction that places it. */
export async function noteUpload(
  db: Handle,
  upload: { workspace_id: string; path: string; account_id: string | null; bytes: number },
): Promise<void> {
  const { account_id, bytes } = upload
  await db
    .insert(uploads)
    .values(upload)
    .onConflictDoUpdate({
      target: [uploads.workspace_id, uploads.path],
      set: { account_id, bytes, stored_at: sql`now()` },
    })
}

/** Stops counting the upload, but keeps its record until the file is removed. */
export async function emptyUpload(db: Handle, workspaceId: string, path: string): Promise<void> {
  await db
    .update(uploads)
    .set({ bytes: 0 })
    .where(and(eq(uploads.workspace_id, workspaceId), eq(uploads.path, path)))
}

export type UploadPlace = { workspace_id: string; path: string }

export function findUploads(db: Handle, matching: SQL): Promise<UploadPlace[]> {
  return query(db).rows<UploadPlace>(sql`select workspace_id, path from uploads where ${matching}`)
}

/** @returns whether it was on record, and matched */
export function forgetUpload(
  db: Handle,
  workspaceId: string,
  path: string,
  matching: SQL = sql`true`,
): Promise<boolean> {
  return query(db).any(
    sql`delete from uploads where workspace_id = ${workspaceId} and path = ${path} and ${matching}`,
  )
}

/** For prefixes whose objects were removed. */
export async function forgetUploadsBelow(db: Handle, bucket: string, prefix: string): Promise<void> {
  await db.execute(sql`
    delete from uploads u using workspaces w
    where w.id = u.workspace_id and w.s3_bucket_name = ${bucket} and starts_with(u.path, ${prefix})`)
}
