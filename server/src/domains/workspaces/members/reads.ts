import { listMembers as listRoute, type Member } from '@podium/contract/calls/workspaces.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { matches, orderOf, type SortColumns } from '../../../http/list.ts'
import { groupBy, listRows, query, type ReplyColumns, selectRows } from '../../rows.ts'
import type { Page, Reader } from '../reads.ts'
import { type Prices, readUsage } from '../usage-reads.ts'

type Bare = Omit<Member, 'usage'>

const MEMBER: ReplyColumns<Bare> = {
  account_id: sql`a.id`,
  username: sql`a.username`,
  display_name: sql`a.display_name`,
  email: sql`a.email`,
  company: sql`a.company`,
  department: sql`a.department`,
  login_type: sql`a.login_type`,
  role: sql`m.role`,
  source: sql`m.source`,
  created_at: sql`m.created_at`,
  ends_at: sql`m.ends_at`,
}
const FROM = sql`current_members m join accounts a on a.id = m.account_id`
const SORTS: SortColumns<typeof listRoute> = {
  username: sql`lower(a.username)`,
  display_name: sql`lower(a.display_name)`,
  role: sql`m.role`,
  email: sql`lower(a.email)`,
  company: sql`lower(a.company)`,
  department: sql`lower(a.department)`,
  created_at: sql`m.created_at`,
}
const SEARCHED = [
  sql`a.username`,
  sql`a.display_name`,
  sql`a.email`,
  sql`a.company`,
  sql`a.department`,
  sql`m.role`,
]

export async function listMembers(db: Handle, prices: Prices | null, workspaceId: string, page: Page) {
  const [{ rows, total }, used] = await Promise.all([
    listRows<Bare>(db, {
      columns: MEMBER,
      from: FROM,
      where: sql`m.workspace_id = ${workspaceId}::uuid and ${matches(page.q, SEARCHED)}`,
      order: orderOf(listRoute, page.sort, SORTS, sql`a.id`),
      page,
    }),
    readUsage(db, [workspaceId], prices),
  ])
  const members = rows.map((row) => ({ ...row, usage: used.ofMember(workspaceId, row.account_id) }))
  return { members, total }
}

/** The members among the accounts. */
export async function findMembers(
  db: Handle,
  prices: Prices | null,
  workspaceId: string,
  accountIds: string[],
) {
  const isNamed = sql`a.id = any(${sql.param(accountIds)}::uuid[])`
  const members = await membersOf(db, prices, [workspaceId], isNamed)
  return members.get(workspaceId) ?? []
}

/** The members of each of the workspaces that the reader may see, in the order of the ids. */
export async function listMembersOfMany(
  db: Handle,
  prices: Prices | null,
  { account_id, role }: Reader,
  ids: string[],
) {
  const visible = await query(db).rows<{ id: string }>(sql`
    select w.id from unnest(${sql.param(ids)}::uuid[]) with ordinality asked (id, nth)
    join workspaces w on w.id = asked.id
    where ${role === 'ADMIN'} or exists (
      select from current_members own where own.workspace_id = w.id and own.account_id = ${account_id}::uuid)
    order by asked.nth`)
  const found = visible.map(({ id }) => id)
  const members = await membersOf(db, prices, found)
  return found.map((id) => ({ id, members: members.get(id) ?? [] }))
}

/** The members of each workspace by username, with their usage there. */
async function membersOf(db: Handle, prices: Prices | null, workspaceIds: string[], condition = sql`true`) {
  const [rows, used] = await Promise.all([
    selectRows<Bare & { workspace_id: string }>(
      db,
      { ...MEMBER, workspace_id: sql`m.workspace_id` },
      sql`from ${FROM}
      where m.workspace_id = any(${sql.param(workspaceIds)}::uuid[]) and ${condition}
      order by lower(a.username), a.id`,
    ),
    readUsage(db, workspaceIds, prices),
  ])
  const members = rows.map((row): Member & { workspace_id: string } => ({
    ...row,
    usage: used.ofMember(row.workspace_id, row.account_id),
  }))
  return groupBy(members, (member) => member.workspace_id)
}

export async function readMemberSummary(db: Handle, prices: Prices | null, workspaceId: string) {
  const [counted, used] = await Promise.all([
    query(db).first<Record<'total' | 'managers' | 'developers' | 'plain' | 'active', number>>(sql`
      select count(*)::int as total, count(*) filter (where m.role = 'MANAGER')::int as managers,
        count(*) filter (where m.role = 'DEVELOPER')::int as developers,
        count(*) filter (where m.role = 'MEMBER')::int as plain,
        count(*) filter (where a.last_login_at > now() - interval '30 days')::int as active
      from ${FROM} where m.workspace_id = ${workspaceId}::uuid`),
    readUsage(db, [workspaceId], prices),
  ])
  const { total = 0, managers = 0, developers = 0, plain = 0, active = 0 } = counted ?? {}
  return {
    total,
    by_role: { MANAGER: managers, DEVELOPER: developers, MEMBER: plain },
    active_30_days: active,
    usage: used.ofWorkspace(workspaceId),
  }
}
