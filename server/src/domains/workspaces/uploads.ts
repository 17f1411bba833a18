import type { Handle } from '@podium/database/connect.ts'
import { uploads } from '@podium/database/schema/usage.ts'
import { and, eq, sql } from 'drizzle-orm'

/** Notes whose file lies at the path now, in the transaction that places it. */
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

/** It counts no more, but is on record until the file is removed. */
export async function emptyUpload(db: Handle, workspaceId: string, path: string): Promise<void> {
  await db
    .update(uploads)
    .set({ bytes: 0 })
    .where(and(eq(uploads.workspace_id, workspaceId), eq(uploads.path, path)))
}

export async function forgetUpload(db: Handle, workspaceId: string, path: string): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.workspace_id, workspaceId), eq(uploads.path, path)))
}

/** For places that were emptied. */
export async function forgetUploadsBelow(db: Handle, bucket: string, prefix: string): Promise<void> {
  await db.execute(sql`
    delete from uploads u using workspaces w
    where w.id = u.workspace_id and w.s3_bucket_name = ${bucket} and starts_with(u.path, ${prefix})`)
}
