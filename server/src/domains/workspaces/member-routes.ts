import { FieldProblems, fail } from '@podium/contract/errors.ts'
import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import {
  addMembers as addMembersRoute,
  editMembers,
  listMembersOfMany as listMembersOfManyRoute,
  listMembers as listMembersRoute,
  readMemberSummary as readMemberSummaryRoute,
  removeMembers as removeMembersRoute,
} from '@podium/contract/workspaces.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { typedCredentials } from '../accounts/people-by-name.ts'
import { createDirectoryPeople, type FoundPerson } from './directory-people.ts'
import { idsOf } from './id-list.ts'
import { findMembers, listMembers, listMembersOfMany, readMemberSummary } from './member-reads.ts'
import { type Added, addMembers, editRoles, removeMembers } from './memberships.ts'
import type { Prices } from './own-instance-types.ts'

export function memberRoutes(app: FastifyInstance, deps: Deps, prices: Prices | null): void {
  const { database } = deps
  const findPeople = createDirectoryPeople(deps)

  const membersNamed = async (workspaceId: string, ids: string[]) => ({
    members: await findMembers(database, prices, workspaceId, ids.filter(isUuid)),
  })

  bind(app, listMembersRoute, ({ object, query }) => listMembers(database, prices, object.id, query))

  bind(app, listMembersOfManyRoute, async ({ caller, query }) => ({
    workspaces: await listMembersOfMany(database, prices, caller, idsOf(query.ids)),
  }))

  bind(app, readMemberSummaryRoute, ({ object }) => readMemberSummary(database, prices, object.id))

  bind(app, addMembersRoute, async ({ caller, object, body }) => {
    const asked = body.members.map(whoIsMeant)
    const names = asked.flatMap((who) => ('username' in who ? [who.username] : []))
    const people =
      names.length === 0
        ? new Map<string, FoundPerson>()
        : await findPeople(caller, names, typedCredentials(body))
    const added = asked.map((who): Added => {
      if ('account_id' in who) return who
      const found = people.get(who.username.toLowerCase()) ?? fail('MEMBER.ACCOUNT_UNKNOWN')
      return { ...found, role: who.role }
    })
    return membersNamed(object.id, await addMembers({ database, caller, workspace: object }, added))
  })

  bind(app, editMembers, async ({ caller, object, body }) => {
    await editRoles({ database, caller, workspace: object }, body.members)
    return membersNamed(
      object.id,
      body.members.map(({ account_id }) => account_id),
    )
  })

  bind(app, removeMembersRoute, ({ caller, object, body }) =>
    removeMembers({ database, caller, workspace: object }, body.account_ids),
  )
}

interface Named {
  account_id?: string | undefined
  login_type?: 'ldap' | undefined
  username?: string | undefined
  role: WorkspaceRole
}

type Meant = { role: WorkspaceRole } & ({ account_id: string } | { username: string })

/** An account by its id, or a person of the directory by their ID there. */
function whoIsMeant({ account_id, login_type, username, role }: Named, at: number): Meant {
  if (account_id !== undefined && login_type === undefined && username === undefined)
    return { account_id, role }
  if (account_id === undefined && login_type === 'ldap' && username) return { username, role }
  throw new FieldProblems([
    {
      loc: ['body', 'members', at],
      msg: "Name an account by account_id, or a person of the directory by login_type 'ldap' and username.",
      type: 'value_error',
    },
  ])
}
