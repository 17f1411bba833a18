import { type SQL, sql } from 'drizzle-orm'

/** What is in the trash of a workspace, as a condition on rows `f` of run_files. */
export function isInTrash(workspaceId: string): SQL {
  return sql`f.workspace_id = ${workspaceId}::uuid and f.trashed_at is not null and f.removed_at is null`
}

/** Whether it was there already at an instant. */
export function cameBy(as_of: string): SQL {
  return sql`f.trashed_at <= ${as_of}::timestamptz`
}
