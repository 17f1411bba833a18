import type { Member } from '@podium/contract/workspaces.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { byKey } from '../../by-key.ts'
import { matches, orderOf, pageOf } from '../../http/list.ts'
import type { Prices } from './instance-types.ts'
import type { Page, Reader } from './reads.ts'
import { readUsage } from './usage.ts'

type Bare = Omit<Member, 'usage'> & Record<string, unknown>

const MEMBER = sql`a.id as account_id, a.username, a.display_name, a.email, a.company, a.department, a.login_type,
  m.role, m.created_at`
const FROM = sql`members m join accounts a on a.id = m.account_id`
const SORTS: Record<string, SQL> = {
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

export async function listMembers(
  db: Handle,
  prices: Prices | null,
  workspaceId: string,
  asked: Page,
): Promise<{ members: Member[]; total: number }> {
  const wanted = sql`m.workspace_id = ${workspaceId}::uuid and ${matches(asked.q, SEARCHED)}`
  const order = orderOf(asked.sort, SORTS, { by: 'username', descending: false }, sql`a.id`)
  const [rows, counted, used] = await Promise.all([
    db.execute<Bare>(sql`select ${MEMBER} from ${FROM} where ${wanted} order by ${order} ${pageOf(asked)}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from ${FROM} where ${wanted}`),
    readUsage(db, [workspaceId], prices),
  ])
  return {
    members: rows.rows.map((row) => ({ ...row, usage: used.ofMember(workspaceId, row.account_id) })),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** Those of the accounts that are members. */
export async function findMembers(
  db: Handle,
  prices: Prices | null,
  workspaceId: string,
  accountIds: string[],
): Promise<Member[]> {
  const [found, used] = await Promise.all([
    db.execute<Bare>(sql`
      select ${MEMBER} from ${FROM}
      where m.workspace_id = ${workspaceId}::uuid and a.id = any(${sql.param(accountIds)}::uuid[])
      order by lower(a.username)`),
    readUsage(db, [workspaceId], prices),
  ])
  return found.rows.map((row) => ({ ...row, usage: used.ofMember(workspaceId, row.account_id) }))
}

/** The members of each workspace among the ids that the reader may see, in the order of the ids. */
export async function listMembersOfMany(
  db: Handle,
  prices: Prices | null,
  { account_id, role }: Reader,
  ids: string[],
): Promise<{ id: string; members: Member[] }[]> {
  const seen = await db.execute<{ id: string }>(sql`
    select w.id from unnest(${sql.param(ids)}::uuid[]) with ordinality asked (id, place)
    join workspaces w on w.id = asked.id
    where ${role === 'ADMIN'} or exists (
      select from members own where own.workspace_id = w.id and own.account_id = ${account_id}::uuid)
    order by asked.place`)
  const found = seen.rows.map(({ id }) => id)
  const [rows, used] = await Promise.all([
    db.execute<Bare & { workspace_id: string }>(sql`
      select m.workspace_id, ${MEMBER} from ${FROM} where m.workspace_id = any(${sql.param(found)}::uuid[])
      order by lower(a.username), a.id`),
    readUsage(db, found, prices),
  ])
  const byWorkspace = byKey(rows.rows, (row) => row.workspace_id)
  return found.map((id) => ({
    id,
    members: (byWorkspace.get(id) ?? []).map(({ workspace_id: _, ...row }) => ({
      ...row,
      usage: used.ofMember(id, row.account_id),
    })),
  }))
}

export async function readMemberSummary(db: Handle, prices: Prices | null, workspaceId: string) {
  const [counted, used] = await Promise.all([
    db.execute<Record<'total' | 'managers' | 'developers' | 'plain' | 'active', number>>(sql`
      select count(*)::int as total, count(*) filter (where m.role = 'MANAGER')::int as managers,
        count(*) filter (where m.role = 'DEVELOPER')::int as developers,
        count(*) filter (where m.role = 'MEMBER')::int as plain,
        count(*) filter (where a.last_login_at > now() - interval '30 days')::int as active
      from ${FROM} where m.workspace_id = ${workspaceId}::uuid`),
    readUsage(db, [workspaceId], prices),
  ])
  const { total = 0, managers = 0, developers = 0, plain = 0, active = 0 } = counted.rows[0] ?? {}
  return {
    total,
    by_role: { MANAGER: managers, DEVELOPER: developers, MEMBER: plain },
    active_30_days: active,
    usage: used.ofWorkspace(workspaceId),
  }
}
