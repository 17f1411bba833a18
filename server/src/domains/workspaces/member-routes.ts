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
import { idsOf } from './id-list.ts'
import { findMembers, listMembers, listMembersOfMany, readMemberSummary } from './member-reads.ts'
import { addMembers, editRoles, removeMembers } from './memberships.ts'
import type { Prices } from './own-instance-types.ts'

export function memberRoutes(app: FastifyInstance, { database }: Deps, prices: Prices | null): void {
  const membersNamed = async (workspaceId: string, named: { account_id: string }[]) => ({
    members: await findMembers(
      database,
      prices,
      workspaceId,
      named.map(({ account_id }) => account_id),
    ),
  })

  bind(app, listMembersRoute, ({ object, query }) => listMembers(database, prices, object.id, query))

  bind(app, listMembersOfManyRoute, async ({ caller, query }) => ({
    workspaces: await listMembersOfMany(database, prices, caller, idsOf(query.ids)),
  }))

  bind(app, readMemberSummaryRoute, ({ object }) => readMemberSummary(database, prices, object.id))

  bind(app, addMembersRoute, async ({ caller, object, body }) => {
    const added = body.members.map(({ account_id = '', role }) => ({ account_id, role }))
    await addMembers({ database, caller, workspace: object }, added)
    return membersNamed(object.id, added)
  })

  bind(app, editMembers, async ({ caller, object, body }) => {
    await editRoles({ database, caller, workspace: object }, body.members)
    return membersNamed(object.id, body.members)
  })

  bind(app, removeMembersRoute, ({ caller, object, body }) =>
    removeMembers({ database, caller, workspace: object }, body.account_ids),
  )
}
