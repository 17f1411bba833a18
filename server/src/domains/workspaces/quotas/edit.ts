import { type editQuotas as editRoute, type KeptQuotas, QUOTAS } from '@podium/contract/calls/quotas.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Call, Caller, ScopedObject } from '../../../http/call.ts'
import { isUuid } from '../../../http/scoped-objects.ts'
import { namedObject } from '../../audit/audit.ts'
import { editRecord } from '../../edit-record.ts'
import { query } from '../../rows.ts'
import { lockWorkspace, updateWorkspace } from '../repository.ts'
import { pickQuotas, workspaceLimits } from './limits.ts'

type Sent = Call<typeof editRoute>['body']

/**
 * Sets the given limits.
 * @throws Failure QUOTA.ADMINISTRATOR, MEMBER.NONE
 */
export async function editQuotas(
  database: Database,
  caller: Caller,
  workspace: ScopedObject,
  sent: Sent,
): Promise<void> {
  const namesWorkspace = QUOTAS.some((quota) => sent[quota] !== undefined)
  if (namesWorkspace && caller.role !== 'ADMIN') fail('QUOTA.ADMINISTRATOR')
  await editRecord(
    database,
    {
      actor: caller,
      revision: null,
      lock: (tx) => lockWorkspace(tx, workspace.id),
      compare: ({ quotas }) => ({ before: asFields(quotas), after: asFields(merged(quotas, sent)) }),
      async write(tx, changes, { quotas }) {
        if (changes.people) await refuseStrangers(tx, workspace.id, sent.people ?? [])
        await updateWorkspace(tx, workspace.id, { quotas: merged(quotas, sent) })
      },
      event: () => ({ action: 'workspace.limit', ...namedObject('workspace', workspace) }),
    },
    async () => undefined,
  )
}

/** Writes of which use people were notified. @returns false if another server was faster, which then notifies */
export function setNotified(tx: Transaction, id: string, before: object, now: object): Promise<boolean> {
  return query(tx).any(sql`
    update workspaces set quotas_told = ${JSON.stringify(now)}::jsonb
    where id = ${id}::uuid and quotas_told = ${JSON.stringify(before)}::jsonb`)
}

/** Limits can be set for members only, but those of former members can be removed. */
async function refuseStrangers(tx: Transaction, workspaceId: string, people: NonNullable<Sent['people']>) {
  const limited = people.filter(({ limits }) => Object.keys(limits).length > 0)
  for (const { account_id } of limited) {
    const isMember =
      isUuid(account_id) &&
      (await query(tx).any(sql`
        select from current_members where workspace_id = ${workspaceId}::uuid and account_id = ${account_id}::uuid`))
    if (!isMember) fail('MEMBER.NONE')
  }
}

function merged(before: KeptQuotas, { person, people = [], ...whole }: Sent): KeptQuotas {
  const named = people.map(({ account_id, limits }) => [account_id.toLowerCase(), limits] as const)
  const own = Object.entries({ ...before.people, ...Object.fromEntries(named) })
  return {
    ...before,
    ...pickQuotas(whole),
    person: { ...before.person, ...person },
    people: Object.fromEntries(own.filter(([, limits]) => Object.keys(limits).length > 0)),
  }
}

/** The fields for the audit log. */
function asFields(before: KeptQuotas) {
  return { ...workspaceLimits(before), person: before.person ?? {}, people: before.people ?? {} }
}
