import {
  type editRetention as editRoute,
  RETAINED_KINDS,
  type RetentionRules,
} from '@podium/contract/calls/retention.ts'
import { failField } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Call, Caller, ScopedObject } from '../../http/call.ts'
import { namedObject } from '../audit/audit.ts'
import { editRecord, sentFields } from '../edit-record.ts'
import { readRetention } from './reads.ts'
import { lockRetention, writeRetention } from './retention-repository.ts'

type Sent = Omit<Call<typeof editRoute>['body'], 'revision'>

/**
 * Sets the named fields; the others stay as they are.
 * @throws Failure EDIT.STALE
 */
export async function editRetention(
  database: Database,
  caller: Caller,
  workspace: ScopedObject,
  sent: Sent,
  revision: number | null,
) {
  refuseEmptyRules(sent)
  return editRecord(
    database,
    {
      actor: caller,
      revision,
      lock: (tx) => lockRetention(tx, workspace.id),
      compare: ({ logs, artifacts, trash_days }) => ({
        before: { logs, artifacts, trash_days },
        after: sentFields(sent),
      }),
      write: (tx, changes, row) => writeRetention(tx, { ...row, ...changes }, caller.account_id),
      event: () => ({ action: 'retention.edit', ...namedObject('retention', workspace) }),
    },
    () => readRetention(database, workspace.id),
  )
}

/** Refuses a rule without conditions, which would move the files of every run. */
export function refuseEmptyRules(
  rules: Partial<{ [kind in keyof RetentionRules]: RetentionRules[kind] | undefined }>,
) {
  for (const kind of RETAINED_KINDS) {
    const rule = rules[kind]
    if (rule && rule.last === null && rule.best === null && rule.days === null && !rule.aliased)
      failField(
        kind,
        `Say which ${kind} are kept, by last, best, aliased or days. To keep all of them, send null.`,
      )
  }
}
