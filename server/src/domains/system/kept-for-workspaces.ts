import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { type Actor, record } from '../audit/audit.ts'
import { query } from '../rows.ts'

interface Kept {
  /** id of the workspace; null if it is shared by all */
  workspace: string | null
  size: number
  used_at: string
}

/** Returns a page of what the engine keeps, for existing workspaces or for all, the last used first. */
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
    .filter(({ workspace }) => workspace === null || names.has(workspace))
    .toSorted((a, b) => b.used_at.localeCompare(a.used_at))
  const from = (page - 1) * page_size
  return {
    rows: shown.slice(from, from + page_size).map(({ workspace, ...one }) => {
      // Its own type, which excludes null for kinds that are never shared.
      const workspace_id: T['workspace'] = workspace
      const workspace_name: T['workspace'] = workspace === null ? workspace : (names.get(workspace) ?? '')
      return { ...one, workspace_id, workspace_name }
    }),
    total: shown.length,
    size: shown.reduce((sum, { size }) => sum + size, 0),
  }
}

interface Clearing {
  /** 'cache', 'environment' or 'python', as in the audit log */
  kind: string
  id: string
  /** its name if it is shared by all workspaces */
  name?: string
  /** id of its workspace */
  workspace: string | null
  before: Record<string, unknown>
  /** the error while it is in use */
  used: 'CACHE.USED' | 'ENVIRONMENT.USED' | 'PYTHON.USED'
  clear: () => Promise<'cleared' | 'in use' | 'absent'>
}

/** Removes something that the engine keeps, and audits it. Records nothing if it stays. */
export function clearKept(
  db: Database,
  caller: Actor,
  { kind, id, name, workspace: workspace_id, before, used, clear }: Clearing,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const workspace = await query(tx).first<{ name: string }>(
      sql`select name from workspaces where id::text = ${workspace_id}`,
    )
    await record(tx, caller, {
      action: `${kind}.clear`,
      object_kind: kind,
      object_id: id,
      object_name: (workspace_id === null ? name : workspace?.name) ?? fail('NOT.FOUND'),
      workspace_id,
      before,
    })
    const outcome = await clear()
    if (outcome === 'in use') fail(used)
    if (outcome !== 'cleared') fail('NOT.FOUND')
    return { id }
  })
}
