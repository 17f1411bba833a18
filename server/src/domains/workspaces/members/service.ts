import { fail, failField } from '@podium/contract/errors.ts'
import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { DirectoryCredentials, DirectoryPerson } from '../../../directory/directory.ts'
import type { Caller } from '../../../http/call.ts'
import { checkStillAllowed } from '../../../http/still-allowed.ts'
import { toEach } from '../../../http/to-each.ts'
import { addDirectoryAccount } from '../../accounts/directory-account.ts'
import { createPeopleByName } from '../../accounts/directory-people.ts'
import { findAccountsNamed } from '../../accounts/reads.ts'
import { refuseTakenId } from '../../accounts/service.ts'
import { createCallerBudget } from '../../accounts/sign-in/budgets.ts'
import { type Actor, namedObject, record } from '../../audit/audit.ts'
import { holdWorkspace } from '../service.ts'
import {
  countManagers,
  deleteMember,
  holdAccount,
  insertMember,
  lockMembers,
  type NewMember,
  readMember,
  updateRole,
} from './repository.ts'

/** How many people one call may take in, and how often a caller may ask in a minute. */
const MOST_PEOPLE = 50
const MOST_CALLS = 20

/** A person of the directory: with the account they have, or what the directory knows, to make one of. */
export type FoundPerson = { account_id: string } | { person: DirectoryPerson }

/**
 * Finds people of the directory by their IDs. The directory is not asked for those who have an account.
 * @throws Failure MEMBER.ACCOUNT_UNKNOWN for the first that the directory does not know
 */
export function createDirectoryPeople(deps: Deps) {
  const look = createPeopleByName(deps)
  const spendCall = createCallerBudget(MOST_CALLS)

  return async function findPeople(
    caller: Caller,
    names: string[],
    credentials: DirectoryCredentials | null,
  ): Promise<Map<string, FoundPerson>> {
    if (names.length === 0) return new Map()
    if (names.length > MOST_PEOPLE)
      failField('members', `Add at most ${MOST_PEOPLE} people of the directory at once.`)
    const accounts = await findAccountsNamed(deps.database, names)
    const found = new Map<string, FoundPerson>()
    for (const [name, { id, login_type }] of accounts) {
      if (login_type !== 'ldap') fail('ACCOUNT.TAKEN')
      found.set(name, { account_id: id })
    }
    const missing = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !found.has(name))
    if (missing.length === 0) return found
    if (credentials === null) spendCall(caller)
    for (const [name, person] of await look(caller, missing, credentials))
      found.set(name, { person: person ?? fail('MEMBER.ACCOUNT_UNKNOWN') })
    return found
  }
}

interface MembersOf {
  database: Database
  caller: Caller
  workspace: { id: string }
}

export type Added = FoundPerson & { role: WorkspaceRole }

/**
 * Adds all of them or, with the sentence for the first that cannot be, none. A person of the directory gets an account
 * with it, as a developer.
 * @returns the ids of their accounts
 */
export async function addMembers({ database, caller, workspace }: MembersOf, added: Added[]) {
  return database
    .transaction(async (tx) => {
      if ((await holdWorkspace(tx, workspace.id)) === null) fail('NOT.FOUND')
      await checkStillAllowed(tx, caller, workspace.id, 'member.add')
      const ids: string[] = []
      for (const { role, ...who } of added) {
        const asked =
          'person' in who ? await addDirectoryAccount(tx, caller, who.person, 'DEVELOPER') : who.account_id
        const { account_id, username } = (await holdAccount(tx, asked)) ?? fail('MEMBER.ACCOUNT_UNKNOWN')
        if (!(await insertMember(tx, workspace.id, { account_id, role }))) fail('MEMBER.EXISTS', { username })
        const event = { action: 'member.add', ...named(workspace.id, account_id, username) }
        await record(tx, caller, { ...event, after: { role } })
        ids.push(account_id)
      }
      return ids
    })
    .catch(refuseTakenId)
}

/**
 * Makes the account a manager of the workspace, a member or not, while the workspace is held. For who may administer all
 * of them.
 * @returns the username
 */
export async function appointManager(tx: Transaction, actor: Actor, workspaceId: string, accountId: string) {
  const { account_id, username } = (await holdAccount(tx, accountId)) ?? fail('MEMBER.ACCOUNT_UNKNOWN')
  const was = await readMember(tx, workspaceId, account_id)
  const appointed = { account_id, role: 'MANAGER' as const }
  if (was) await updateRole(tx, workspaceId, appointed)
  else await insertMember(tx, workspaceId, appointed)
  await record(tx, actor, {
    action: was ? 'member.edit' : 'member.add',
    ...named(workspaceId, account_id, username),
    ...(was && { before: { role: was.role } }),
    after: { role: 'MANAGER' },
  })
  return username
}

/** Changes all of the roles or, with the sentence for the first that cannot be, none. The same role is no change. */
export async function editRoles({ database, caller, workspace }: MembersOf, edited: NewMember[]) {
  await database.transaction((tx) =>
    keepingManager(tx, workspace.id, async () => {
      await checkStillAllowed(tx, caller, workspace.id, 'member.edit')
      for (const { account_id: asked, role } of edited) {
        const member = (await readMember(tx, workspace.id, asked)) ?? fail('MEMBER.NONE')
        const { account_id } = member
        if (member.role === role) continue
        if (account_id === caller.account_id) fail('ACCOUNT.OWN_ROLE')
        await updateRole(tx, workspace.id, { account_id, role })
        const event = { action: 'member.edit', ...named(workspace.id, account_id, member.username) }
        await record(tx, caller, { ...event, before: { role: member.role }, after: { role } })
      }
    }),
  )
}

/** Removes each by itself. A manager may leave the workspace, as long as another manager stays. */
export function removeMembers({ database, caller, workspace }: MembersOf, accountIds: string[]) {
  // after leaving, the caller may remove no other member
  const isOwn = (id: string) => id.toLowerCase() === caller.account_id
  const ownLast = [...accountIds.filter((id) => !isOwn(id)), ...accountIds.filter(isOwn)]
  return toEach(ownLast, (asked) =>
    database.transaction((tx) =>
      keepingManager(tx, workspace.id, async () => {
        await checkStillAllowed(tx, caller, workspace.id, 'member.remove')
        const { account_id, username, role } =
          (await readMember(tx, workspace.id, asked)) ?? fail('MEMBER.NONE')
        await deleteMember(tx, workspace.id, account_id)
        const event = { action: 'member.remove', ...named(workspace.id, account_id, username) }
        await record(tx, caller, { ...event, before: { role } })
      }),
    ),
  )
}

/** @throws Failure MEMBER.LAST_MANAGER, and nothing is changed, when no manager would be left of those there were */
async function keepingManager(tx: Transaction, workspaceId: string, change: () => Promise<void>) {
  if (!(await lockMembers(tx, workspaceId))) fail('NOT.FOUND')
  const before = await countManagers(tx, workspaceId)
  await change()
  if (before > 0 && (await countManagers(tx, workspaceId)) === 0) fail('MEMBER.LAST_MANAGER')
}

function named(workspace_id: string, account_id: string, username: string) {
  return namedObject('member', { id: account_id, name: username, workspace_id })
}
