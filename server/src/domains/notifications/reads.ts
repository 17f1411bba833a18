import type { Delivery, Webhook } from '@podium/contract/calls/webhooks.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'
import { listRows, type ReplyColumns, selectFirst, selectRows } from '../rows.ts'

/** A webhook with its sealed secret. */
export type KeptWebhook = Webhook & { secret: Buffer }

const COLUMNS: ReplyColumns<Webhook> = {
  id: sql`h.id`,
  kind: sql`h.kind`,
  url: sql`h.url`,
  events: sql`h.events`,
  created_at: sql`h.created_at`,
  created_by: sql`coalesce(a.display_name, '')`,
}

/** Lists the webhooks of the workspace, the oldest first. */
export function listWebhooks(db: Handle, workspaceId: string): Promise<Webhook[]> {
  return selectRows<Webhook>(
    db,
    COLUMNS,
    sql`from webhooks h left join accounts a on a.id = h.created_by
    where h.workspace_id = ${workspaceId}::uuid order by h.created_at, h.id`,
  )
}

/**
 * Reads the webhook of this workspace with its sealed secret.
 * @throws Failure NOT.FOUND
 */
export async function readWebhook(db: Handle, workspaceId: string, id: string): Promise<KeptWebhook> {
  if (!isUuid(id)) fail('NOT.FOUND')
  const found = await selectFirst<KeptWebhook>(
    db,
    { ...COLUMNS, secret: sql`h.secret` },
    sql`from webhooks h left join accounts a on a.id = h.created_by
    where h.id = ${id}::uuid and h.workspace_id = ${workspaceId}::uuid`,
  )
  return found ?? fail('NOT.FOUND')
}

const DELIVERY: ReplyColumns<Delivery> = {
  id: sql`d.id`,
  event: sql`d.event`,
  run_id: sql`d.run_id`,
  run_name: sql`coalesce(d.facts -> 'run' ->> 'name', d.facts -> 'schedule' ->> 'stream_name', '')`,
  tries: sql`d.tries`,
  state: sql`case when d.next_at is not null then 'waiting' when d.answer between 200 and 299 then 'delivered'
    else 'given_up' end`,
  answer: sql`d.answer`,
  trouble: sql`d.trouble`,
  took_ms: sql`d.took_ms`,
  created_at: sql`d.created_at`,
  tried_at: sql`d.tried_at`,
  next_at: sql`d.next_at`,
}

/** @throws Failure NOT.FOUND */
export async function listDeliveries(
  db: Handle,
  workspaceId: string,
  webhookId: string,
  page: { page: number; page_size: number },
) {
  const { id } = await readWebhook(db, workspaceId, webhookId)
  const { rows, total } = await listRows<Delivery>(db, {
    columns: DELIVERY,
    from: sql`deliveries d`,
    where: sql`d.webhook_id = ${id}::uuid`,
    order: sql`d.created_at desc, d.id desc`,
    page,
  })
  return { deliveries: rows, total }
}

export async function readDelivery(db: Handle, id: string): Promise<Delivery> {
  const found = await selectFirst<Delivery>(db, DELIVERY, sql`from deliveries d where d.id = ${id}::uuid`)
  return found ?? fail('NOT.FOUND')
}
