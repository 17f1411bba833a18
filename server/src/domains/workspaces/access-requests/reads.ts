import {
  type AccessRequest,
  listAccessRequests as listRoute,
  type OwnAccessRequest,
} from '@podium/contract/calls/access-requests.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Call } from '../../../http/call.ts'
import { matches, orderOf, type SortColumns } from '../../../http/list.ts'
import { listRows, type ReplyColumns, selectFirst, selectRows } from '../../rows.ts'

const OWN: ReplyColumns<OwnAccessRequest> = {
  id: sql`r.id`,
  workspace_name: sql`r.workspace_display_name`,
  role: sql`r.role`,
  reason: sql`r.reason`,
  state: sql`r.state`,
  answer: sql`r.answer`,
  created_at: sql`r.created_at`,
  decided_at: sql`r.decided_at`,
}
const COLUMNS: ReplyColumns<AccessRequest> = {
  ...OWN,
  workspace_id: sql`w.id`,
  account_id: sql`a.id`,
  username: sql`a.username`,
  display_name: sql`a.display_name`,
  email: sql`a.email`,
  decided_by: sql`coalesce(d.display_name, '')`,
}
// Requests decided before the workspace was created were for an earlier one of its name.
const FROM = sql`access_requests r join accounts a on a.id = r.account_id
  left join accounts d on d.id = r.decided_by
  left join workspaces w on w.name = r.workspace_name and (r.state = 'open' or r.decided_at >= w.created_at)`
const SORTS: SortColumns<typeof listRoute> = {
  created_at: sql`r.created_at`,
  username: sql`lower(a.username)`,
  workspace_name: sql`r.workspace_name`,
  role: sql`r.role`,
  state: sql`r.state`,
}
const SEARCHED = [sql`a.username`, sql`a.display_name`, sql`a.email`, sql`r.workspace_name`, sql`r.reason`]
const OWN_SHOWN = 20

/** @param workspaceName null for all requests, including those for names that no workspace has */
export async function listAccessRequests(
  db: Handle,
  workspaceName: string | null,
  query: Call<typeof listRoute>['query'],
) {
  const { state, role } = query
  const conditions = [
    matches(query.q, SEARCHED),
    ...(workspaceName === null ? [] : [sql`w.name = ${workspaceName}`]),
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(role === undefined ? [] : [sql`r.role = ${role}`]),
  ]
  const { rows, total } = await listRows<AccessRequest>(db, {
    columns: COLUMNS,
    from: FROM,
    where: sql.join(conditions, sql` and `),
    order: orderOf(listRoute, query.sort, SORTS, sql`r.id`),
    page: query,
  })
  return { access_requests: rows, total }
}

/** @throws Failure NOT.FOUND */
export async function readAccessRequest(db: Handle, id: string): Promise<AccessRequest> {
  const found = await selectFirst<AccessRequest>(db, COLUMNS, sql`from ${FROM} where r.id = ${id}::uuid`)
  return found ?? fail('NOT.FOUND')
}

/** The requests of one person, newest first. */
export function listOwn(db: Handle, accountId: string): Promise<OwnAccessRequest[]> {
  return selectRows<OwnAccessRequest>(
    db,
    OWN,
    sql`from access_requests r where r.account_id = ${accountId}::uuid
    order by r.created_at desc, r.id limit ${OWN_SHOWN}`,
  )
}

export async function readOwn(db: Handle, id: string): Promise<OwnAccessRequest> {
  const found = await selectFirst<OwnAccessRequest>(
    db,
    OWN,
    sql`from access_requests r where r.id = ${id}::uuid`,
  )
  return found ?? fail('NOT.FOUND')
}
