import type { Account, AccountDetail } from '@podium/contract/accounts.ts'
import { fail, failField } from '@podium/contract/errors.ts'
import { isEmail, messages } from '@podium/contract/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { record } from '../audit/audit.ts'
import { isOnlyAdmin, lockAdministration } from './administration.ts'
import { findAccount } from './reads.ts'
import { type AccountDetails, holdDetails, updateDetails } from './repository.ts'
import { endSignIns } from './sign-ins.ts'

export interface AccountChanges {
  display_name?: string | undefined
  email?: string | undefined
  company?: string | undefined
  department?: string | undefined
  role?: 'ADMIN' | 'DEVELOPER' | undefined
}

/**
 * Changes what was sent and differs.
 * @param revision the one the caller saw, or null when they did not say
 */
export async function editAccount(
  deps: Deps,
  caller: Caller,
  id: string,
  sent: AccountChanges,
  revision: number | null,
): Promise<Account> {
  const done =
    isUuid(id) && (await deps.database.transaction((tx) => edit(deps, tx, caller, id, sent, revision)))
  const current = (await findAccount(deps.database, id, deps.config.inactive_days)) ?? fail('NOT.FOUND')
  return done ? current : fail('EDIT.STALE', {}, { current: asOnWire(current) })
}

/** What the serialiser does for a reply: an error's fields go out as they are. */
function asOnWire({ second_factor: _, ...account }: AccountDetail): Account {
  const { email, company, department } = account
  return { ...account, email: email ?? '', company: company ?? '', department: department ?? '' }
}

/** @returns false when somebody else changed it since that revision */
async function edit(
  { config }: Deps,
  tx: Transaction,
  caller: Caller,
  id: string,
  sent: AccountChanges,
  revision: number | null,
): Promise<boolean> {
  if (sent.role !== undefined) await lockAdministration(tx, caller.account_id)
  const held = (await holdDetails(tx, id)) ?? fail('NOT.FOUND')
  if (revision !== null && revision !== held.revision) return false
  const changed = FIELDS.filter((field) => sent[field] !== undefined && sent[field] !== (held[field] ?? ''))
  if (changed.length === 0) return true
  for (const field of changed) check(field, sent[field] ?? '', held)
  const moved = changed.includes('role')
  if (moved && held.id === caller.account_id) fail('ACCOUNT.OWN_ROLE')
  if (moved && (await isOnlyAdmin(tx, held.id, config.inactive_days))) fail('ACCOUNT.LAST_ADMIN')
  const after = Object.fromEntries(changed.map((field) => [field, sent[field] || null]))
  await updateDetails(tx, held.id, { ...held, ...after })
  if (moved) await endSignIns(tx, held.id)
  await record(tx, caller, {
    action: 'account.edit',
    object_kind: 'account',
    object_id: held.id,
    object_name: held.username,
    before: Object.fromEntries(changed.map((field) => [field, held[field]])),
    after,
  })
  return true
}

const FIELDS = ['display_name', 'email', 'company', 'department', 'role'] as const

function check(field: (typeof FIELDS)[number], value: string, { login_type }: AccountDetails): void {
  if (field === 'display_name' && value.trim() === '') failField(field, messages.fill_out)
  if (field !== 'email' || isEmail(value)) return
  // a directory may know no address of somebody
  if (value !== '') failField(field, messages.check_email)
  if (login_type === 'static') failField(field, messages.fill_out)
}
