import type { Account } from '@podium/contract/accounts.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { matches, orderOf, pageOf } from '../../http/list.ts'
import { accountColumns, isLocked, workspaceCount } from './account-rows.ts'

export interface AccountFilter {
  sort?: string | undefined
  q?: string | undefined
  role?: string | undefined
  login_type?: string | undefined
  locked?: boolean | undefined
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
  workspace_count: () => workspaceCount,
  created_at: () => sql`created_at`,
  last_login_at: () => sql`last_login_at`,
}

const SEARCHED = [sql`username`, sql`display_name`, sql`email`, sql`company`, sql`department`]

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
      from (select id from accounts where ${wanted} order by ${order} ${pageOf(asked)}) as page
      join accounts using (id) order by ${order}`),
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
    select id from accounts where ${isWanted(inactiveDays, asked)} order by ${orderFor(inactiveDays, asked.sort)}`)
  return found.rows.map(({ id }) => id)
}

function orderFor(inactiveDays: number, sort: string | undefined): SQL {
  const columns = Object.fromEntries(Object.entries(SORTS).map(([name, by]) => [name, by(inactiveDays)]))
  return orderOf(sort, columns, { by: 'username', descending: false }, sql`id`)
}

function isWanted(inactiveDays: number, asked: AccountFilter): SQL {
  const { role, login_type, locked, outside } = asked
  const conditions = [sql`deleted_at is null`, matches(asked.q, SEARCHED)]
  if (role !== undefined) conditions.push(sql`role = ${role}`)
  if (login_type !== undefined) conditions.push(sql`login_type = ${login_type}`)
  if (locked !== undefined) conditions.push(sql`${isLocked(inactiveDays)} = ${locked}`)
  if (outside !== undefined)
    conditions.push(sql`not exists (
      select from members m where m.workspace_id = ${outside}::uuid and m.account_id = accounts.id)`)
  return sql.join(conditions, sql` and `)
}
