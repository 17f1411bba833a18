import { fail, failField } from '@podium/contract/rules/errors.ts'
import type { WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { DirectoryCredentials, DirectoryPerson } from '../../../directory/directory.ts'
import type { Caller } from '../../../http/call.ts'
import { checkStillAllowed } from '../../../http/session/still-allowed.ts'
import { toEach } from '../../../http/to-each.ts'
import { addDirectoryAccount } from '../../accounts/directory-account.ts'
import { createPeopleByName } from '../../accounts/directory-people.ts'
import { findAccountsNamed } from '../../accounts/reads.ts'
import { refuseTakenId } from '../../accounts/service.ts'
import { createCallerBudget } from '../../accounts/sign-in/budgets.ts'
import { type Actor, namedObject, podium, record } from '../../audit/audit.ts'
import { hooks } from '../../hooks.ts'
import { lockBucket } from '../service.ts'
import { named as namedRequest } from './named-request.ts'
import {
  countManagers,
  deleteEnded,
  deleteIfEnded,
  deleteMember,
  deleteMembershipsOf,
  type EndedMember,
  holdAccount,
  insertMember,
  lockMembers,
  type NewMember,
  readMember,
  updateMember,
} from './repository.ts'
import { decide, lockOpenRequest } from './requests-repository.ts'

/** Maximum number of people per call, and of a caller's look-ups per minute. */
const MAX_PEOPLE = 50
const MAX_CALLS = 20

/** A person of the directory: their account, or the directory's fields to make one. */
export type FoundPerson = { account_id: string } | { person: DirectoryPerson }

/**
 * Finds people of the directory by ID. The directory is not asked about those with an account.
 * @throws Failure MEMBER.ACCOUNT_UNKNOWN for the first that the directory does not know
 */
export function createDirectoryPeople(deps: Deps) {
  const look = createPeopleByName(deps)
  const spendCall = createCallerBudget(MAX_CALLS)

  return async function findPeople(
    caller: Caller,
    names: string[],
    credentials: DirectoryCredentials | null,
  ): Promise<Map<string, FoundPerson>> {
    if (names.length === 0) return new Map()
    if (names.length > MAX_PEOPLE)
      failField('members', `Add at most ${MAX_PEOPLE} people of the directory at once.`)
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

/** `ends_at` is a future instant, or null. */
export type Added = FoundPerson & { role: WorkspaceRole; ends_at: string | null }

/**
 * Adds all of them or, with a sentence about the first problem, none. A person of the directory also gets an account,
 * as a developer.
 * @returns the ids of their accounts
 */
export async function addMembers({ database, caller, workspace }: MembersOf, added: Added[]) {
  return database
    .transaction(async (tx) => {
      if ((await lockBucket(tx, workspace.id)) === null) fail('NOT.FOUND')
      await checkStillAllowed(tx, caller, workspace.id, 'member.add')
      const ids: string[] = []
      for (const { role, ends_at, ...who } of added) {
        const asked =
          'person' in who ? await addDirectoryAccount(tx, caller, who.person, 'DEVELOPER') : who.account_id
        ids.push(await addMember(tx, caller, workspace.id, { account_id: asked, role, ends_at }))
      }
      return ids
    })
    .catch(refuseTakenId)
}

/**
 * Makes the account a manager of the locked workspace, whether or not it is a member. For callers who may administer
 * all workspaces.
 * @returns the username
 */
export async function appointManager(tx: Transaction, actor: Actor, workspaceId: string, accountId: string) {
  const { account_id, username } = (await holdAccount(tx, accountId)) ?? fail('MEMBER.ACCOUNT_UNKNOWN')
  const appointed = { account_id, role: 'MANAGER' as const, ends_at: null }
  const was = await readMember(tx, workspaceId, account_id)
  if (!was) {
    await addMember(tx, actor, workspaceId, appointed)
    return username
  }
  await updateMember(tx, workspaceId, appointed)
  await record(tx, actor, {
    action: 'member.edit',
    ...named(workspaceId, account_id, username),
    before: { role: was.role, ...(was.ends_at !== null && { ends_at: was.ends_at }), ...sourceOf(was) },
    after: { role: 'MANAGER', ...(was.ends_at !== null && { ends_at: null }), ...takenFromGroup(was) },
  })
  return username
}

/**
 * Adds an account to a locked workspace, and approves the person's request for it, if any.
 * @returns the account's id
 */
export async function addMember(
  tx: Transaction,
  actor: Actor,
  workspaceId: string,
  { account_id: asked, role, ends_at, source = 'direct' }: NewMember,
): Promise<string> {
  const { account_id, username } = (await holdAccount(tx, asked)) ?? fail('MEMBER.ACCOUNT_UNKNOWN')
  const request = await lockOpenRequest(tx, workspaceId, account_id)
  await recordEnds(tx, await deleteIfEnded(tx, workspaceId, account_id))
  if (!(await insertMember(tx, workspaceId, { account_id, role, ends_at, source })))
    fail('MEMBER.EXISTS', { username })
  const event = { action: 'member.add', ...named(workspaceId, account_id, username) }
  const after = { role, ...(source === 'group' && { source }), ...(ends_at !== null && { ends_at }) }
  await record(tx, actor, { ...event, after })
  if (request) {
    await decide(tx, request.id, { state: 'approved', answer: '', decided_by: actor.account_id })
    const approval = namedRequest({ ...request, workspace_id: workspaceId })
    await record(tx, actor, { action: 'access-request.approve', ...approval })
  }
  return account_id
}

/** The new values of a member; an omitted `ends_at` stays as it is. */
export type Edited = Pick<NewMember, 'account_id' | 'role'> & { ends_at?: string | null | undefined }

/** Changes all of the members or, with a sentence about the first problem, none. Equal values are no change. */
export async function editMembers({ database, caller, workspace }: MembersOf, edited: Edited[]) {
  await database.transaction((tx) =>
    keepingManager(tx, workspace.id, async () => {
      await checkStillAllowed(tx, caller, workspace.id, 'member.edit')
      for (const { account_id: asked, ...sent } of edited) {
        const member = (await readMember(tx, workspace.id, asked)) ?? fail('MEMBER.NONE')
        const { account_id, username, role, ends_at } = member
        const after = { role: sent.role, ends_at: sent.ends_at === undefined ? ends_at : sent.ends_at }
        const isRole = after.role !== role
        const isEnd = after.ends_at !== ends_at
        if (!isRole && !isEnd) continue
        if (account_id === caller.account_id) fail(isRole ? 'ACCOUNT.OWN_ROLE' : 'MEMBER.OWN_END')
        await updateMember(tx, workspace.id, { account_id, ...after })
        await hooks().onRightsLost(tx, caller, account_id)
        await record(tx, caller, {
          action: 'member.edit',
          ...named(workspace.id, account_id, username),
          before: { ...(isRole && { role }), ...(isEnd && { ends_at }), ...sourceOf(member) },
          after: {
            ...(isRole && { role: after.role }),
            ...(isEnd && { ends_at: after.ends_at }),
            ...takenFromGroup(member),
          },
        })
      }
    }),
  )
}

/** Removes each independently. A manager may leave the workspace if another manager stays. */
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
        await hooks().onMemberLeaves(tx, caller, account_id, workspace.id)
        await hooks().onRightsLost(tx, caller, account_id)
        const event = { action: 'member.remove', ...named(workspace.id, account_id, username) }
        await record(tx, caller, { ...event, before: { role } })
      }),
    ),
  )
}

/**
 * Rolls the change back if it leaves no manager whose membership has no end.
 * @throws Failure MEMBER.LAST_MANAGER, MEMBER.LASTING_MANAGER
 */
async function keepingManager(tx: Transaction, workspaceId: string, change: () => Promise<void>) {
  if (!(await lockMembers(tx, workspaceId))) fail('NOT.FOUND')
  const before = await countManagers(tx, workspaceId)
  await change()
  const after = await countManagers(tx, workspaceId)
  if (before.lasting > 0 && after.lasting === 0)
    fail(after.all > 0 ? 'MEMBER.LASTING_MANAGER' : 'MEMBER.LAST_MANAGER')
}

/** Removes an account that was deleted from all its workspaces. */
export async function removeFromWorkspaces(
  tx: Transaction,
  actor: Actor,
  { id, username }: { id: string; username: string },
): Promise<void> {
  for (const { workspace_id, role } of await deleteMembershipsOf(tx, id)) {
    const event = { action: 'member.remove', ...named(workspace_id, id, username) }
    await record(tx, actor, { ...event, before: { role } })
  }
}

/** Removes ended memberships, which already give no rights, and records their end. */
export async function removeEnded(database: Database): Promise<void> {
  await database.transaction(async (tx) => recordEnds(tx, await deleteEnded(tx)))
}

async function recordEnds(tx: Transaction, ended: EndedMember[]): Promise<void> {
  for (const { workspace_id, account_id, username, role, ends_at } of ended) {
    const event = { action: 'member.end', ...named(workspace_id, account_id, username) }
    await record(tx, podium, { ...event, before: { role, ends_at } })
    await hooks().onMemberLeaves(tx, podium, account_id, workspace_id)
    await hooks().onRightsLost(tx, podium, account_id)
  }
}

type Sourced = { source: 'direct' | 'group' }

/** A membership that a person changes no longer depends on its group; the audit log says so. */
const sourceOf = ({ source }: Sourced) => source === 'group' && { source }
const takenFromGroup = ({ source }: Sourced) => source === 'group' && { source: 'direct' }

function named(workspace_id: string, account_id: string, username: string) {
  return namedObject('member', { id: account_id, name: username, workspace_id })
}
