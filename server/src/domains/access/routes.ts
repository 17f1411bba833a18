import * as calls from '@podium/contract/calls/access.ts'
import * as offBoarding from '@podium/contract/calls/off-boarding.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { offBoard, readHoldings } from './off-board.ts'
import { peopleAsCsv } from './people-csv.ts'
import { allPeople, listPeople, readAccountAccess, readWorkspaceState } from './reads.ts'
import { rightsOf } from './rights-of.ts'

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, calls.readAccountAccess, ({ params, query }) => readAccountAccess(deps, params.id, query))
  bind(app, calls.readAccountRights, async ({ params, object }) => {
    const {
      account_role,
      members_may_only_look: membersMayOnlyLook,
      ...state
    } = await readWorkspaceState(deps, params.id, object)
    return {
      ...state,
      groups: rightsOf({ role: account_role, workspaceRole: state.role, membersMayOnlyLook }),
    }
  })

  bind(app, calls.listWorkspaceAccess, ({ caller, object, query }) =>
    listPeople(deps, caller.role === 'ADMIN', object.id, query),
  )

  bind(app, calls.exportWorkspaceAccess, async ({ caller, object, query, reply }) => {
    const people = await allPeople(deps, caller.role === 'ADMIN', object.id, query)
    const name = `access-${object.workspace_name}.csv`
    return reply.headers(attachmentHeaders(name, calls.exportWorkspaceAccess.media)).send(peopleAsCsv(people))
  })

  bind(app, offBoarding.readHoldings, ({ params }) => readHoldings(deps, params.id))
  bind(app, offBoarding.offBoardAccount, ({ params, body, caller }) =>
    offBoard(deps, caller, params.id, body),
  )
}
