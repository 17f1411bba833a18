import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { NEWEST_FIRST, route } from '../wire/route.ts'
import { count, id, nothing, pages, text, time } from '../wire/shapes.ts'

/** The events that a webhook can be sent for. `run.ended` stands for each of the three ends. */
export const WEBHOOK_EVENTS = [
  'run.ended',
  'run.succeeded',
  'run.failed',
  'run.stopped',
  'run.first_failure',
  'run.recovered',
  'run.waits',
  'schedule.paused',
  'schedule.missed',
  'quota.reached',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The format of the body: everything known as JSON, or a message for a channel of Slack or Microsoft Teams. */
export const WEBHOOK_KINDS = ['json', 'slack', 'teams'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** Minutes without a start after which a run counts as waiting. */
export const WAITS_MINUTES = 10
/** Attempts before a delivery is abandoned. */
export const MAX_TRIES = 6
/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 90

const kind = z.enum(WEBHOOK_KINDS)
const events = z.array(z.enum(WEBHOOK_EVENTS))

const webhook = z.object({
  id,
  kind,
  url: z.string(),
  events,
  created_by: text,
  created_at: time,
})
export type Webhook = z.infer<typeof webhook>

const delivery = z.object({
  id,
  /** the most specific event that the webhook selected, or `webhook.test` */
  event: z.string(),
  /** null for a test and for events that are not about a run */
  run_id: z.nullable(id),
  /** the name of the run, or the stream of the schedule */
  run_name: text,
  state: z.enum(['waiting', 'delivered', 'given_up']),
  tries: count,
  /** the status code of the last attempt, null if there was no answer */
  answer: z.nullable(z.number()),
  /** why the last attempt had no answer */
  trouble: text,
  took_ms: z.nullable(count),
  created_at: time,
  tried_at: z.nullable(time),
  /** null if it is not sent again */
  next_at: z.nullable(time),
})
export type Delivery = z.infer<typeof delivery>

const byId = z.object({ id: z.string() })
const byWebhook = z.object({
  id: z.string(),
  webhook_id: z.string().check(z.describe('The id of the webhook')),
})

export const listWebhooks = route({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/webhooks',
  summary: 'The webhooks of a workspace',
  allow: 'webhook.read',
  scope: { workspace: 'id' },
  reads: ['webhook'],
  params: byId,
  reply: z.object({ webhooks: z.array(webhook) }),
})

/** If no secret is sent, one is generated and returned only in this answer. */
export const createWebhook = route({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/webhooks',
  summary: 'Create a webhook: from now on its events are sent to the address',
  allow: 'webhook.edit',
  scope: { workspace: 'id' },
  touches: ['webhook'],
  params: byId,
  body: z.strictObject({
    kind: z._default(kind, 'json'),
    url: z.string().check(z.minLength(1), z.maxLength(limits.url)),
    events: events.check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length)),
    secret: z.optional(z.string().check(z.maxLength(limits.webhook_secret))),
  }),
  reply: z.extend(webhook, { secret: z.optional(z.string()) }),
  errors: ['WEBHOOK.MANY'],
  secret: true,
})

export const deleteWebhook = route({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/v1/workspaces/{id}/webhooks/{webhook_id}',
  summary: 'Delete a webhook and its deliveries; messages that wait are not sent',
  allow: 'webhook.edit',
  scope: { workspace: 'id' },
  touches: ['webhook'],
  params: byWebhook,
  reply: nothing,
})

export const listDeliveries = route({
  id: 'listDeliveries',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/webhooks/{webhook_id}/deliveries',
  summary: 'What was sent to a webhook in the last 90 days and what was answered, the newest first',
  allow: 'webhook.read',
  scope: { workspace: 'id' },
  reads: ['webhook', 'run'],
  list: NEWEST_FIRST,
  params: byWebhook,
  query: z.object(pages(20)),
  reply: z.object({ deliveries: z.array(delivery), total: count }),
})

export const testWebhook = route({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/webhooks/{webhook_id}/test',
  summary: 'Send a test to a webhook, once, and wait for its answer for at most ten seconds',
  allow: 'webhook.edit',
  scope: { workspace: 'id' },
  touches: ['webhook'],
  params: byWebhook,
  reply: delivery,
})
