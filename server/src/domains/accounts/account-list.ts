import type { Account } from '@podium/contract/accounts.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { matchesText, orderOf, pageOf } from '../../http/list.ts'
import { accountColumns, isLocked } from './account-rows.ts'

export interface AccountFilter {
  sort?: string | undefined
  q?: string | undefined
  role?: string | undefined
  login_type?: string | undefined
  locked?: boolean | undefined
  /** the whole ID, without regard to case */
  username?: string | undefined
  /** leaves out who is a member of this workspace */
  outside?: string
}

export type ListedAccount = Sent<Account> & Record<string, unknown>

/** For the locked ones first, 'locked' sorts by whether an account is open. */
const SORTS: Record<string, (inactiveDays: number) => SQL> = {
  username: () => sql`lower(username)`,
  display_name: () => sql`lower(display_name)`,
  email: () => sql`lower(email)`,
  company: () => sql`lower(company)`,
  department: () => sql`lower(department)`,
  role: () => sql`role`,
  login_type: () => sql`login_type`,
  locked: (inactiveDays) => sql`not ${isLocked(inactiveDays)}`,
  workspace_count: () => sql`coalesce(workspace_count, 0)`,
  created_at: () => sql`created_at`,
  last_login_at: () => sql`last_login_at`,
}

const NEVER_NULL = ['username', 'display_name', 'created_at']

/** Counted all at once: one by one it would be a look-up for each account there is, not for those of a page. */
const WITH_COUNTS = sql`accounts left join (
  select account_id as id, count(*) as workspace_count from members group by account_id) as counted using (id)`

export async function listAccounts(
  db: Handle,
  inactiveDays: number,
  asked: AccountFilter & { page: number; page_size: number },
): Promise<{ accounts: ListedAccount[]; total: number }> {
  const wanted = isWanted(inactiveDays, asked)
  const order = orderFor(inactiveDays, asked.sort)
  // the page is cut before anything is looked up for its rows: most rows are on other pages
  const [rows, counted] = await Promise.all([
    db.execute<ListedAccount>(sql`
      select ${accountColumns(inactiveDays)}
      from unnest(array(
        select id from ${sourceFor(asked.sort)} where ${wanted} order by ${order} ${pageOf(asked)}
      )) with ordinality as page (id, place)
      join accounts using (id) order by place`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from accounts where ${wanted}`),
  ])
  return { accounts: rows.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Ids of all that the list would show, in its order. */
export async function allAccountIds(
  db: Handle,
  inactiveDays: number,
  asked: AccountFilter,
): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    select id from ${sourceFor(asked.sort)}
    where ${isWanted(inactiveDays, asked)} order by ${orderFor(inactiveDays, asked.sort)}`)
  return found.rows.map(({ id }) => id)
}

function sourceFor(sort: string | undefined): SQL {
  return sort?.endsWith('workspace_count') ? WITH_COUNTS : sql`accounts`
}

function orderFor(inactiveDays: number, sort: string | undefined): SQL {
  const columns = Object.fromEntries(Object.entries(SORTS).map(([name, by]) => [name, by(inactiveDays)]))
  return orderOf(sort, columns, { by: 'username', descending: false }, sql`id`, NEVER_NULL)
}

function isWanted(inactiveDays: number, asked: AccountFilter): SQL {
  const { role, login_type, locked, username, outside } = asked
  const conditions = [sql`deleted_at is null`, matchesText(asked.q, sql`accounts.search_text`)]
  if (role !== undefined) conditions.push(sql`role = ${role}`)
  if (login_type !== undefined) conditions.push(sql`login_type = ${login_type}`)
  if (locked !== undefined) conditions.push(sql`${isLocked(inactiveDays)} = ${locked}`)
  if (username !== undefined) conditions.push(sql`lower(username) = lower(${username})`)
  if (outside !== undefined)
    conditions.push(sql`not exists (
      select from members m where m.workspace_id = ${outside}::uuid and m.account_id = accounts.id)`)
  return sql.join(conditions, sql` and `)
}
