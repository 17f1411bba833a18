import type { listCaches } from '@podium/contract/calls/system.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { Call } from '../../http/call.ts'
import type { Actor } from '../audit/audit.ts'
import { clearKept, pageOfKept } from './kept-for-workspaces.ts'

/** The caches that the engine keeps for workspaces, with the workspaces' names. */
export function createCaches(db: Database, { caches }: Pick<Engine, 'caches'>) {
  return {
    async list(paging: Call<typeof listCaches>['query']) {
      const { rows, total, size } = await pageOfKept(db, (await caches?.list()) ?? [], paging)
      return { caches: rows, total, size }
    },
    /** @throws Failure NOT.FOUND, CACHE.USED */
    async clear(caller: Actor, id: string): Promise<{ id: string }> {
      const found = (await caches?.list())?.find((one) => one.id === id) ?? fail('NOT.FOUND')
      const { workspace, kind, size } = found
      return clearKept(db, caller, {
        kind: 'cache',
        id,
        workspace,
        before: { kind, size },
        used: 'CACHE.USED',
        clear: async () => (await caches?.clear(id)) ?? 'absent',
      })
    },
  }
}
