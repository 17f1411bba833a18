import * as calls from '@podium/contract/calls/access-requests.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { bind } from '../../../http/bind.ts'
import { listAccessRequests, listOwn } from './reads.ts'
import { approve, askForAccess, decline } from './service.ts'

export function accessRequestRoutes(app: FastifyInstance, { database }: Deps): void {
  bind(app, calls.askForAccess, ({ caller, body }) => askForAccess(database, caller, body))

  bind(app, calls.listOwnAccessRequests, async ({ caller }) => ({
    access_requests: await listOwn(database, caller.account_id ?? fail('ACCOUNT.NONE')),
  }))

  bind(app, calls.listAccessRequests, ({ object, query }) =>
    listAccessRequests(database, object?.workspace_name ?? null, query),
  )

  bind(app, calls.approveAccessRequest, ({ caller, object, params, body }) =>
    approve({ database, caller, workspace: object }, params.id, body),
  )

  bind(app, calls.declineAccessRequest, ({ caller, object, params, body }) =>
    decline({ database, caller, workspace: object }, params.id, body.answer),
  )
}
