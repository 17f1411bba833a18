import { randomBytes, randomUUID } from 'node:crypto'
import {
  type createWebhook as createRoute,
  DELIVERY_DAYS,
  type Delivery,
  type Webhook,
} from '@podium/contract/calls/webhooks.ts'
import { fail, failField } from '@podium/contract/rules/errors.ts'
import { isWebAddress, limits, messages, workspaceDisplayName } from '@podium/contract/rules/rules.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { webhooks } from '@podium/database/schema/notifications.ts'
import { eq, sql } from 'drizzle-orm'
import type { Call, Caller, ScopedObject } from '../../http/call.ts'
import { seal } from '../../http/seal.ts'
import { checkStillAllowed } from '../../http/session/still-allowed.ts'
import { NotPermitted, type Outgoing } from '../../outgoing/outgoing.ts'
import { record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { lockBucket } from '../workspaces/service.ts'
import { type PostDeps, postMessage, purposeOf } from './post-message.ts'
import { readDelivery, readWebhook } from './reads.ts'
import { namedWebhook, removeWebhooks } from './remove-webhooks.ts'

export interface WebhookDeps extends PostDeps {
  database: Database
}

interface Asking {
  deps: WebhookDeps
  caller: Caller
  workspace: ScopedObject
}

/** @returns the webhook with its secret if none was sent */
export async function createWebhook(
  { deps, caller, workspace }: Asking,
  { kind, url: typed, events, secret: sent = '' }: Call<typeof createRoute>['body'],
): Promise<Webhook & { secret?: string }> {
  const url = typed.trim()
  await refuseAddress(deps.outgoing, url)
  if (sent !== '' && sent.length < limits.webhook_secret_min)
    failField('secret', `Use at least ${limits.webhook_secret_min} characters, or leave it out to get one.`)
  const secret = sent || randomBytes(24).toString('base64url')
  const id = randomUUID()
  const sealed = seal(Buffer.from(secret), await deps.key(), purposeOf(id))
  const workspace_id = workspace.id
  await deps.database.transaction(async (tx) => {
    await holdForChange(tx, caller, workspace_id)
    const had = await tx.$count(webhooks, eq(webhooks.workspace_id, workspace_id))
    if (had >= limits.webhooks) fail('WEBHOOK.MANY', { most: limits.webhooks })
    const wanted = [...new Set(events)]
    const created_by = caller.account_id
    await tx
      .insert(webhooks)
      .values({ id, workspace_id, kind, url, events: wanted, secret: sealed, created_by })
    await record(tx, caller, {
      action: 'webhook.create',
      ...namedWebhook({ id, url, workspace_id }),
      after: { kind, events: wanted },
    })
  })
  const { secret: _, ...made } = await readWebhook(deps.database, workspace_id, id)
  return { ...made, ...(sent === '' && { secret }) }
}

/** @throws Failure NOT.FOUND */
export async function deleteWebhook({ deps, caller, workspace }: Asking, id: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await holdForChange(tx, caller, workspace.id)
    await readWebhook(tx, workspace.id, id)
    await removeWebhooks(tx, caller, eq(webhooks.id, id))
  })
}

/** Sends a test message once, and records the result as a delivery. */
export async function testWebhook({ deps, caller, workspace }: Asking, id: string): Promise<Delivery> {
  const { database } = deps
  const webhook = await readWebhook(database, workspace.id, id)
  const [made, event] = [randomUUID(), 'webhook.test']
  const facts = { workspace: { id: workspace.id, name: workspaceDisplayName(workspace.name) } }
  const message = { id: made, event, created_at: new Date().toISOString(), facts }
  const { answer, trouble, took_ms } = await postMessage(deps, webhook, message)
  await database.transaction(async (tx) => {
    await holdForChange(tx, caller, workspace.id)
    const { url } = await readWebhook(tx, workspace.id, id)
    await query(tx).any(sql`
      insert into deliveries (id, workspace_id, webhook_id, event, facts, tries, next_at, tried_at, answer, trouble, took_ms)
      values (${made}::uuid, ${workspace.id}::uuid, ${id}::uuid, ${event}, ${JSON.stringify(facts)}::jsonb, 1, null, now(),
        ${answer}, ${trouble}, ${took_ms})`)
    await record(tx, caller, {
      action: 'webhook.test',
      ...namedWebhook({ id, url, workspace_id: workspace.id }),
    })
  })
  return readDelivery(database, made)
}

/** Deletes deliveries, notifications and mails after DELIVERY_DAYS. */
export async function removeOldMessages(database: Database): Promise<void> {
  const old = sql`created_at < now() - make_interval(days => ${DELIVERY_DAYS})`
  await query(database).any(sql`delete from deliveries where ${old}`)
  await query(database).any(sql`delete from notifications where ${old}`)
  // events that were put into a mail are deleted with it
  await query(database).any(sql`delete from mails where ${old}`)
  await query(database).any(sql`delete from mail_events where mail_id is null and ${old}`)
}

async function holdForChange(tx: Transaction, caller: Caller, workspaceId: string): Promise<void> {
  if ((await lockBucket(tx, workspaceId)) === null) fail('NOT.FOUND')
  await checkStillAllowed(tx, caller, workspaceId, 'webhook.edit')
}

async function refuseAddress(outgoing: Outgoing, url: string): Promise<void> {
  if (url === '') failField('url', messages.fill_out)
  if (!isWebAddress(url))
    failField('url', 'Give an address that begins with https:// or http://, without a user name.')
  await outgoing.check(new URL(url)).catch((error) => {
    if (!(error instanceof NotPermitted)) throw error
    failField(
      'url',
      'Podium may not send to this address. A public address needs https. For an internal one, ask your administrator to add its network to PODIUM_WEBHOOK_ALLOW.',
    )
  })
}
