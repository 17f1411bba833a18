import { type SQL, sql } from 'drizzle-orm'

/** The condition that a row `f` of run_files is in the trash of the workspace. */
export function isInTrash(workspaceId: string): SQL {
  return sql`f.workspace_id = ${workspaceId}::uuid and f.trashed_at is not null and f.removed_at is null`
}

/** The condition that it was already there at an instant. */
export function cameBy(as_of: string): SQL {
  return sql`f.trashed_at <= ${as_of}::timestamptz`
}
