import type { Delivery, Webhook } from '@podium/contract/calls/webhooks.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'
import { listRows, query } from '../rows.ts'

/** A webhook with its sealed secret. */
export type KeptWebhook = Webhook & { secret: Buffer }

const COLUMNS = sql`h.id, h.kind, h.url, h.events, h.created_at, coalesce(a.display_name, '') as created_by`

/** Lists the webhooks of the workspace, the oldest first. */
export function listWebhooks(db: Handle, workspaceId: string): Promise<Webhook[]> {
  return query(db).rows(sql`
    select ${COLUMNS} from webhooks h left join accounts a on a.id = h.created_by
    where h.workspace_id = ${workspaceId}::uuid order by h.created_at, h.id`)
}

/**
 * Reads the webhook of this workspace with its sealed secret.
 * @throws Failure NOT.FOUND
 */
export async function readWebhook(db: Handle, workspaceId: string, id: string): Promise<KeptWebhook> {
  if (!isUuid(id)) fail('NOT.FOUND')
  const found = await query(db).first<KeptWebhook>(sql`
    select ${COLUMNS}, h.secret from webhooks h left join accounts a on a.id = h.created_by
    where h.id = ${id}::uuid and h.workspace_id = ${workspaceId}::uuid`)
  return found ?? fail('NOT.FOUND')
}

const DELIVERY = sql`d.id, d.event, d.run_id, coalesce(d.facts -> 'run' ->> 'name', d.facts -> 'schedule' ->> 'stream_name', '') as run_name, d.tries,
  case when d.next_at is not null then 'waiting' when d.answer between 200 and 299 then 'delivered' else 'given_up' end as state,
  d.answer, d.trouble, d.took_ms, d.created_at, d.tried_at, d.next_at`

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
  const found = await query(db).first<Delivery>(
    sql`select ${DELIVERY} from deliveries d where d.id = ${id}::uuid`,
  )
  return found ?? fail('NOT.FOUND')
}
