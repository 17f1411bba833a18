import { fail } from '@podium/contract/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { type Actor, record } from '../audit/audit.ts'
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

interface Clearing {
  /** 'cache' or 'environment', as the audit names it */
  kind: string
  id: string
  /** id of its workspace */
  workspace: string
  before: Record<string, unknown>
  /** the failure that says that it is in use */
  used: 'CACHE.USED' | 'ENVIRONMENT.USED'
  clear: () => Promise<'cleared' | 'in use' | 'absent'>
}

/** Removes something that the engine keeps for a workspace, and tells the audit. Nothing is told if it stays. */
export function clearKept(
  db: Database,
  caller: Actor,
  { kind, id, workspace: workspace_id, before, used, clear }: Clearing,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const workspace = await query(tx).first<{ name: string }>(
      sql`select name from workspaces where id::text = ${workspace_id}`,
    )
    await record(tx, caller, {
      action: `${kind}.clear`,
      object_kind: kind,
      object_id: id,
      object_name: (workspace ?? fail('NOT.FOUND')).name,
      workspace_id,
      before,
    })
    const outcome = await clear()
    if (outcome === 'in use') fail(used)
    if (outcome !== 'cleared') fail('NOT.FOUND')
    return { id }
  })
}
