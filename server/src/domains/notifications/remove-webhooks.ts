import type { Transaction } from '@podium/database/connect.ts'
import { webhooks } from '@podium/database/schema/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Actor, record } from '../audit/audit.ts'

/** Names only the host, because the rest of the address may be a key. */
export function namedWebhook({ id, url, workspace_id }: { id: string; url: string; workspace_id: string }) {
  return { object_kind: 'webhook', object_id: id, object_name: new URL(url).host, workspace_id }
}

/** Removes webhooks and records it. @returns their number */
export async function removeWebhooks(tx: Transaction, actor: Actor, which: SQL): Promise<number> {
  const removed = await tx.delete(webhooks).where(which).returning()
  for (const { kind, events, ...webhook } of removed)
    await record(tx, actor, { action: 'webhook.delete', ...namedWebhook(webhook), before: { kind, events } })
  return removed.length
}

/**
 * Removes the webhooks of a person who may have none any more, because they know the addresses and secrets.
 * @returns their number
 */
export function endWebhooksOf(tx: Transaction, actor: Actor, accountId: string): Promise<number> {
  return removeWebhooks(
    tx,
    actor,
    sql`${webhooks.created_by} = ${accountId}::uuid and not exists (
      select from accounts a where a.id = ${accountId}::uuid and a.deleted_at is null and a.locked_by_admin_at is null
        and (a.role = 'ADMIN' or exists (
          select from current_members m where m.workspace_id = ${webhooks.workspace_id} and m.account_id = a.id
            and m.role = 'MANAGER')))`,
  )
}
