import type { listEnvironments } from '@podium/contract/calls/system.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { Call } from '../../http/call.ts'
import type { Actor } from '../audit/audit.ts'
import { clearKept, pageOfKept } from './kept-for-workspaces.ts'

/** The Python environments and Pythons that the engine keeps, with the names of their workspaces. */
export function createEnvironments(db: Database, { environments }: Pick<Engine, 'environments'>) {
  return {
    async list(paging: Call<typeof listEnvironments>['query']) {
      const all = (await environments?.list()) ?? []
      const { rows, total, size } = await pageOfKept(db, all, paging)
      return { environments: rows, total, size }
    },
    /** @throws Failure NOT.FOUND, ENVIRONMENT.USED, PYTHON.USED */
    async clear(caller: Actor, id: string): Promise<{ id: string }> {
      const found = (await environments?.list())?.find((one) => one.id === id) ?? fail('NOT.FOUND')
      const { workspace, python, packages, size } = found
      const what =
        workspace === null
          ? ({ kind: 'python', name: `Python ${python}`, before: { size }, used: 'PYTHON.USED' } as const)
          : ({ kind: 'environment', before: { python, packages, size }, used: 'ENVIRONMENT.USED' } as const)
      return clearKept(db, caller, {
        ...what,
        id,
        workspace,
        clear: async () => (await environments?.clear(id)) ?? 'absent',
      })
    },
  }
}
