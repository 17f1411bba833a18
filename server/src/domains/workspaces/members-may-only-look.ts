import type { Database } from '@podium/database/connect.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { namedObject } from '../audit/audit.ts'
import { editRecord } from '../edit-record.ts'
import { readWorkspace } from './reads.ts'
import { lockWorkspace, updateWorkspace } from './repository.ts'

/** Sets whether members may only look, for every call from now on. */
export function setMembersMayOnlyLook(
  database: Database,
  caller: Caller,
  workspace: ScopedObject,
  members_may_only_look: boolean,
) {
  return editRecord(
    database,
    {
      actor: caller,
      revision: null,
      lock: (tx) => lockWorkspace(tx, workspace.id),
      compare: (before) => ({ before, after: { members_may_only_look } }),
      write: (tx, changes) => updateWorkspace(tx, workspace.id, changes),
      event: () => ({ action: 'workspace.edit', ...namedObject('workspace', workspace) }),
    },
    () => readWorkspace(database, caller, workspace.id),
  )
}
