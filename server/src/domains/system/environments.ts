import { fail } from '@podium/contract/errors.ts'
import type { listEnvironments } from '@podium/contract/system.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { sql } from 'drizzle-orm'
import type { Call } from '../../http/call.ts'
import { type Actor, record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { pageOfKept } from './kept-for-workspaces.ts'

/** The environments of Python packages that the engine keeps, with the names of their workspaces. */
export function createEnvironments(db: Database, { environments }: Pick<Engine, 'environments'>) {
  return {
    async list(paging: Call<typeof listEnvironments>['query']) {
      const all = (await environments?.list()) ?? []
      const { rows, total, size } = await pageOfKept(db, all, paging)
      return { environments: rows, total, size }
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
