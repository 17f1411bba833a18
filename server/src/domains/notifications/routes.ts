import {
  listNotifications,
  markNotificationsRead,
  readOwnMail as readOwnMailRoute,
  testOwnMail as testOwnMailRoute,
} from '@podium/contract/calls/notifications.ts'
import * as calls from '@podium/contract/calls/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { readOwnMail, testOwnMail } from './own-mail.ts'
import { markRead, readOwnNotifications } from './own-notifications.ts'
import { postDepsOf } from './post-deps.ts'
import { listDeliveries, listWebhooks } from './reads.ts'
import { createWebhook, deleteWebhook, testWebhook } from './service.ts'

export function notificationRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps
  const own = { database, ...postDepsOf(deps) }
  const ownMail = { database, mail: deps.mail, console_url: own.console_url }

  bind(app, calls.listWebhooks, async ({ object }) => ({
    webhooks: await listWebhooks(database, object.id),
  }))

  bind(app, calls.createWebhook, ({ caller, object, body }) =>
    createWebhook({ deps: own, caller, workspace: object }, body),
  )

  bind(app, calls.deleteWebhook, async ({ caller, object, params }) => {
    await deleteWebhook({ deps: own, caller, workspace: object }, params.webhook_id)
    return {}
  })

  bind(app, calls.listDeliveries, ({ object, params, query }) =>
    listDeliveries(database, object.id, params.webhook_id, query),
  )

  bind(app, calls.testWebhook, ({ caller, object, params }) =>
    testWebhook({ deps: own, caller, workspace: object }, params.webhook_id),
  )

  bind(app, listNotifications, ({ caller, query }) => readOwnNotifications(database, caller, query))

  bind(app, markNotificationsRead, async ({ caller, body }) => {
    await markRead(database, caller, body.ids)
    return {}
  })

  bind(app, readOwnMailRoute, ({ caller }) => readOwnMail(ownMail, caller))

  bind(app, testOwnMailRoute, ({ caller }) => testOwnMail(ownMail, caller))
}
