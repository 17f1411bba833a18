import * as use from '@podium/contract/calls/workspace-use.ts'
import * as calls from '@podium/contract/calls/workspaces.ts'
import { fail, failAt } from '@podium/contract/rules/errors.ts'
import type { WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { bind } from '../../../http/bind.ts'
import type { Call } from '../../../http/call.ts'
import { isUuid } from '../../../http/scoped-objects.ts'
import { typedCredentials } from '../../accounts/directory-people.ts'
import type { Prices } from '../usage-reads.ts'
import { endOf } from './end.ts'
import { findMembers, listMembers, listMembersOfMany, readMemberSummary } from './reads.ts'
import { type Added, addMembers, createDirectoryPeople, editMembers, removeMembers } from './service.ts'

export function memberRoutes(app: FastifyInstance, deps: Deps, prices: Prices | null): void {
  const { database } = deps
  const findPeople = createDirectoryPeople(deps)

  const membersNamed = async (workspaceId: string, ids: string[]) => ({
    members: await findMembers(database, prices, workspaceId, ids.filter(isUuid)),
  })

  bind(app, calls.listMembers, ({ object, query }) => listMembers(database, prices, object.id, query))

  bind(app, calls.listMembersOfMany, async ({ caller, query }) => ({
    workspaces: await listMembersOfMany(database, prices, caller, idsOf(query.ids)),
  }))

  bind(app, use.readMemberSummary, ({ object }) => readMemberSummary(database, prices, object.id))

  bind(app, calls.addMembers, async ({ caller, object, body }) => {
    const newMembers = body.members.map(accountOrPerson)
    const names = newMembers.flatMap((member) => ('username' in member ? [member.username] : []))
    const people = await findPeople(caller, names, typedCredentials(body))
    const added = newMembers.map((member): Added => {
      if ('account_id' in member) return member
      const { username, role, ends_at } = member
      const found = people.get(username.toLowerCase()) ?? fail('MEMBER.ACCOUNT_UNKNOWN')
      return { ...found, role, ends_at }
    })
    return membersNamed(object.id, await addMembers({ database, caller, workspace: object }, added))
  })

  bind(app, calls.editMembers, async ({ caller, object, body }) => {
    const edited = body.members.map((member, at) => ({ ...member, ends_at: endAt(member, at) }))
    await editMembers({ database, caller, workspace: object }, edited)
    const ids = body.members.map(({ account_id }) => account_id)
    return membersNamed(object.id, ids)
  })

  bind(app, calls.removeMembers, ({ caller, object, body }) =>
    removeMembers({ database, caller, workspace: object }, body.account_ids),
  )
}

type SentMember = Call<typeof calls.addMembers>['body']['members'][number]
type NewMember = { role: WorkspaceRole; ends_at: string | null } & (
  | { account_id: string }
  | { username: string }
)

/** An account by its id, or a person of the directory by their ID there. */
function accountOrPerson(sent: SentMember, at: number): NewMember {
  const { account_id, login_type, username, role } = sent
  const ends_at = endAt(sent, at) ?? null
  if (account_id !== undefined && login_type === undefined && username === undefined)
    return { account_id, role, ends_at }
  if (account_id === undefined && login_type === 'ldap' && username) return { username, role, ends_at }
  const msg = "Give an account_id, or login_type 'ldap' and a username for a person in the directory."
  return failAt(['body', 'members', at], msg)
}

function endAt({ ends_at }: Pick<SentMember, 'ends_at'>, at: number) {
  return endOf(ends_at, ['body', 'members', at, 'ends_at'])
}

const MAX_WORKSPACES = 100

/** The ids in a comma-separated list, each once, without those that are no ids. */
function idsOf(list: string): string[] {
  const ids = list.split(',').map((id) => id.trim().toLowerCase())
  if (ids.length > MAX_WORKSPACES)
    failAt(['query', 'ids'], `Ask for at most ${MAX_WORKSPACES} workspaces at once.`)
  return [...new Set(ids)].filter(isUuid)
}
