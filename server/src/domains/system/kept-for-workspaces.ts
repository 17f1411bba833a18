import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'

interface Kept {
  /** id of the workspace */
  workspace: string
  size: number
  used_at: string
}

/** Returns a page of what the engine keeps for workspaces that exist, with their names, the one used last first. */
export async function pageOfKept<T extends Kept>(
  db: Database,
  all: T[],
  { page, page_size }: { page: number; page_size: number },
) {
  const names = new Map(
    (
      await query(db).rows<{ id: string; name: string }>(sql`
        select id::text, name from workspaces
        where id::text = any(${sql.param(all.map(({ workspace }) => workspace))}::text[])`)
    ).map(({ id, name }) => [id, name]),
  )
  const shown = all
    .filter(({ workspace }) => names.has(workspace))
    .toSorted((a, b) => b.used_at.localeCompare(a.used_at))
  const from = (page - 1) * page_size
  return {
    rows: shown.slice(from, from + page_size).map(({ workspace, ...one }) => {
      return { ...one, workspace_id: workspace, workspace_name: names.get(workspace) ?? '' }
    }),
    total: shown.length,
    size: shown.reduce((sum, { size }) => sum + size, 0),
  }
}
