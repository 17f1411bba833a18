import type { Notification } from '@podium/contract/calls/notifications.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { listRows, query } from '../rows.ts'
import { type Facts, headlineOf } from './messages.ts'

type Row = Omit<Notification, 'title' | 'detail' | 'group'> & { facts: Facts }

/** Lists the caller's notifications of workspaces that they are in now, the newest first; none without an account. */
export async function readOwnNotifications(
  db: Database,
  caller: Caller,
  page: { page: number; page_size: number },
) {
  const from = sql`notifications n join workspaces w on w.id = n.workspace_id left join runs r on r.id = n.run_id`
  const [{ rows, total }, counted] = await Promise.all([
    listRows<Row>(db, {
      columns: {
        id: sql`n.id`,
        event: sql`n.event`,
        workspace_id: sql`n.workspace_id`,
        workspace_name: sql`w.display_name`,
        run_id: sql`r.id`,
        facts: sql`n.facts`,
        created_at: sql`n.created_at`,
        read_at: sql`n.read_at`,
      },
      from,
      where: ownOf(caller),
      order: sql`n.created_at desc, n.id desc`,
      page,
    }),
    query(db).first<{ unread: number }>(
      sql`select count(*)::int as unread from notifications n where ${ownOf(caller)} and n.read_at is null`,
    ),
  ])
  const notifications = rows.map(({ facts, ...row }) => ({
    ...row,
    ...headlineOf(row.event, facts),
    group: facts.group ?? null,
  }))
  return { notifications, total, unread: counted?.unread ?? 0 }
}

/** Marks the named notifications, or all, as read. Ignores ids of other people's notifications. */
export async function markRead(db: Handle, caller: Caller, ids: string[] | undefined): Promise<void> {
  const named = ids === undefined ? sql`true` : sql`n.id = any (${sql.param(ids.filter(isUuid))}::uuid[])`
  await query(db).any(
    sql`update notifications n set read_at = now() where ${ownOf(caller)} and n.read_at is null and ${named}`,
  )
}

function ownOf({ account_id, role }: Caller): SQL {
  const isIn = sql`exists (select from current_members m where m.workspace_id = n.workspace_id and m.account_id = n.account_id)`
  return sql`n.account_id = ${account_id}::uuid and ${role === 'ADMIN' ? sql`true` : isIn}`
}
