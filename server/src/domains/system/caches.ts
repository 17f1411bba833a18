import { fail } from '@podium/contract/errors.ts'
import type { listCaches } from '@podium/contract/system.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { sql } from 'drizzle-orm'
import type { Call } from '../../http/call.ts'
import { type Actor, record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { pageOfKept } from './kept-for-workspaces.ts'

/** The caches that the engine keeps for workspaces, with their names. */
export function createCaches(db: Database, { caches }: Pick<Engine, 'caches'>) {
  return {
    async list(paging: Call<typeof listCaches>['query']) {
      const { rows, total, size } = await pageOfKept(db, (await caches?.list()) ?? [], paging)
      return { caches: rows, total, size }
    },
    /** @throws Failure NOT.FOUND, CACHE.USED */
    async clear(caller: Actor, id: string): Promise<{ id: string }> {
      const found = (await caches?.list())?.find((one) => one.id === id) ?? fail('NOT.FOUND')
      const { workspace: workspace_id, kind, size } = found
      await db.transaction(async (tx) => {
        const workspace = await query(tx).first<{ name: string }>(
          sql`select name from workspaces where id::text = ${workspace_id}`,
        )
        await record(tx, caller, {
          action: 'cache.clear',
          object_kind: 'cache',
          object_id: id,
          object_name: (workspace ?? fail('NOT.FOUND')).name,
          workspace_id,
          before: { kind, size },
        })
        const outcome = await caches?.clear(id)
        if (outcome === 'in use') fail('CACHE.USED')
        if (outcome !== 'cleared') fail('NOT.FOUND')
      })
      return { id }
    },
  }
}
