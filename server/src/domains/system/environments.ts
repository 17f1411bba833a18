import { fail } from '@podium/contract/errors.ts'
import type { listEnvironments } from '@podium/contract/system.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { sql } from 'drizzle-orm'
import type { Call } from '../../http/call.ts'
import { type Actor, record } from '../audit/audit.ts'
import { query } from '../rows.ts'

/** The environments of Python packages that the engine keeps, with the names of their workspaces. */
export function createEnvironments(db: Database, { environments }: Pick<Engine, 'environments'>) {
  return {
    async list({ page, page_size }: Call<typeof listEnvironments>['query']) {
      const all = (await environments?.list()) ?? []
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
        environments: shown.slice(from, from + page_size).map(({ workspace, ...one }) => {
          return { ...one, workspace_id: workspace, workspace_name: names.get(workspace) ?? '' }
        }),
        total: shown.length,
        size: shown.reduce((sum, { size }) => sum + size, 0),
      }
    },
    /** @throws Failure NOT.FOUND, ENVIRONMENT.USED */
    async clear(caller: Actor, id: string): Promise<{ id: string }> {
      const found = (await environments?.list())?.find((one) => one.id === id) ?? fail('NOT.FOUND')
      const { workspace: workspace_id, python, packages, size } = found
      await db.transaction(async (tx) => {
        const workspace = await query(tx).first<{ name: string }>(
          sql`select name from workspaces where id::text = ${workspace_id}`,
        )
        await record(tx, caller, {
          action: 'environment.clear',
          object_kind: 'environment',
          object_id: id,
          object_name: (workspace ?? fail('NOT.FOUND')).name,
          workspace_id,
          before: { python, packages, size },
        })
        const outcome = await environments?.clear(id)
        if (outcome === 'in use') fail('ENVIRONMENT.USED')
        if (outcome !== 'cleared') fail('NOT.FOUND')
      })
      return { id }
    },
  }
}
