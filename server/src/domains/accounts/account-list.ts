import {
  type Account,
  type Candidate,
  type exportAccounts as exportRoute,
  listAccounts as listRoute,
} from '@podium/contract/calls/accounts.ts'
import { failAt } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { csvHead, csvLine } from '@podium/contract/wire/csv.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Call, Caller, Sent } from '../../http/call.ts'
import { matchesText, orderOf, pageOf, type SortColumns } from '../../http/list.ts'
import { countRows, query, selectRows } from '../rows.ts'
import { accountColumns, isLocked, lockReason } from './reads.ts'

type AccountFilter = Call<typeof exportRoute>['query']
type AccountPage = AccountFilter & { page: number; page_size: number }
type Asked = AccountFilter & {
  /** leaves out members of this workspace */
  outside?: string
}

/** 'locked' sorts by whether an account is open, so that locked ones come first. */
const sortColumnsOf = (inactiveDays: number): SortColumns<typeof listRoute> => ({
  username: sql`lower(username)`,
  display_name: sql`lower(display_name)`,
  email: sql`lower(email)`,
  company: sql`lower(company)`,
  department: sql`lower(department)`,
  role: sql`role`,
  login_type: sql`login_type`,
  locked: sql`not ${isLocked(inactiveDays)}`,
  workspace_count: sql`coalesce(workspace_count, 0)`,
  created_at: sql`created_at`,
  last_login_at: sql`last_login_at`,
})

const NEVER_NULL = ['username', 'display_name', 'created_at'] as const

/** Counts for all accounts in one query; counting per account would do so for all of them, not just the page. */
const WITH_COUNTS = sql`accounts left join (
  select account_id as id, count(*) as workspace_count from current_members group by account_id) as counted using (id)`

export async function listAccounts({ database, config }: Deps, filters: Asked & AccountPage) {
  const days = config.inactive_days
  // the page is cut before anything is looked up for its rows, because most rows are on other pages
  const [accounts, total] = await Promise.all([
    selectRows<Sent<Account>>(
      database,
      accountColumns(days),
      sql`from unnest(array(${matchingIds(days, filters)} ${pageOf(filters)})) with ordinality as page (id, nth)
      join accounts using (id) order by nth`,
    ),
    countRows(database, sql`accounts`, isWanted(days, filters)),
  ])
  return { accounts, total }
}

function matchingIds(inactiveDays: number, filters: Asked): SQL {
  const source = filters.sort?.endsWith('workspace_count') ? WITH_COUNTS : sql`accounts`
  const order = orderOf(listRoute, filters.sort, sortColumnsOf(inactiveDays), sql`id`, NEVER_NULL)
  return sql`select id from ${source} where ${isWanted(inactiveDays, filters)} order by ${order}`
}

const IS_MEMBER = sql`exists (select from current_members m where m.account_id = accounts.id)`

function isWanted(inactiveDays: number, filters: Asked): SQL {
  const { role, login_type, locked, workspaces, username, outside } = filters
  const conditions = [sql`deleted_at is null`, matchesText(filters.q, sql`accounts.search_text`)]
  if (role !== undefined) conditions.push(sql`role = ${role}`)
  if (login_type !== undefined) conditions.push(sql`login_type = ${login_type}`)
  if (locked !== undefined) conditions.push(sql`${isLocked(inactiveDays)} = ${locked}`)
  if (workspaces === 'none') conditions.push(sql`not ${IS_MEMBER}`)
  if (workspaces === 'some') conditions.push(IS_MEMBER)
  if (username !== undefined) conditions.push(sql`lower(username) = lower(${username})`)
  if (outside !== undefined)
    conditions.push(sql`not exists (
      select from current_members m where m.workspace_id = ${outside}::uuid and m.account_id = accounts.id)`)
  return sql.join(conditions, sql` and `)
}

/**
 * The accounts that could be added to the workspace. A manager finds people they know of, but gets neither a list of
 * all accounts nor their state.
 */
export async function listCandidates(
  deps: Deps,
  caller: Caller,
  outside: string,
  filters: AccountPage,
): Promise<{ accounts: Sent<Candidate>[]; total: number }> {
  if (caller.role === 'ADMIN') return listAccounts(deps, { ...filters, outside })
  const { q, login_type, page, page_size } = filters
  const sort = IDENTITY.test(filters.sort ?? '') ? filters.sort : undefined
  if (searchedLength(q ?? '') < limits.candidate_search)
    failAt(['query', 'q'], `Search with at least ${limits.candidate_search} characters.`, 'too_short')
  const found = await listAccounts(deps, { q, login_type, sort, outside, page, page_size })
  return { accounts: found.accounts.map(identityOf), total: found.total }
}

/** Filters and orders must not reveal fields that a manager is not shown. */
const IDENTITY = /^-?(username|display_name|email|company|department|login_type)$/

/** The length without invisible characters, which the search ignores, so that they do not make a text long enough. */
function searchedLength(q: string): number {
  return [...q.replaceAll(/\p{Cc}/gu, '').trim()].length
}

function identityOf(account: Sent<Account>): Sent<Candidate> {
  const { id, username, display_name, email, company, department, login_type } = account
  return { id, username, display_name, email, company, department, login_type }
}

const EXPORTED_AT_ONCE = 500
const TYPES = { ADMIN: 'Admin', DEVELOPER: 'Developer' }
const SOURCES = { static: 'Password', ldap: 'Directory', oidc: 'Single sign-on' }

type ExportedAccount = Pick<
  Account,
  'username' | 'display_name' | 'role' | 'login_type' | 'locked' | 'lock_reason'
> &
  Record<'email' | 'company' | 'department' | 'locked_at' | 'last_login_at', string | null> & {
    workspaces: string
  }

const CSV: Record<string, (account: ExportedAccount) => string | null> = {
  ID: ({ username }) => username,
  'User Name': ({ display_name }) => display_name,
  'Account Type': ({ role }) => TYPES[role],
  Email: ({ email }) => email,
  Company: ({ company }) => company,
  Department: ({ department }) => department,
  Source: ({ login_type }) => SOURCES[login_type],
  Status: statusOf,
  'Locked Since': ({ locked_at }) => locked_at,
  'Last Sign-in': ({ last_login_at }) => last_login_at,
  Workspaces: ({ workspaces }) => workspaces,
}

function statusOf({ locked, lock_reason }: ExportedAccount): string {
  if (!locked) return 'Active'
  if (lock_reason === 'administrator') return 'Locked by an administrator'
  return lock_reason === 'inactivity' ? 'Locked, no login for a long time' : 'Locked, failed logins'
}

/** The accounts of the list as lines of a CSV file, some hundreds at a time. */
export async function exportAccounts({ database, config }: Deps, filters: AccountFilter) {
  // reading all ids first fixes the order without a transaction for the duration of the download
  const wanted = await query(database).rows<{ id: string }>(matchingIds(config.inactive_days, filters))
  return csvLines(database, config.inactive_days, wanted)
}

async function* csvLines(db: Handle, inactiveDays: number, wanted: { id: string }[]): AsyncGenerator<string> {
  yield csvHead(Object.keys(CSV))
  for (let at = 0; at < wanted.length; at += EXPORTED_AT_ONCE) {
    const ids = wanted.slice(at, at + EXPORTED_AT_ONCE).map(({ id }) => id)
    const accounts = await readExported(db, inactiveDays, ids)
    const cells = accounts.map((account) => Object.values(CSV).map((cellOf) => cellOf(account) ?? ''))
    yield cells.map(csvLine).join('')
  }
}

function readExported(db: Handle, inactiveDays: number, ids: string[]): Promise<ExportedAccount[]> {
  return query(db).rows(sql`
    select username, display_name, role, email, company, department, login_type,
      ${isLocked(inactiveDays)} as locked, ${lockReason(inactiveDays)} as lock_reason,
      coalesce(locked_by_admin_at, locked_at) as locked_at, last_login_at,
      (select coalesce(string_agg(w.display_name, '; ' order by w.name), '')
        from current_members m join workspaces w on w.id = m.workspace_id where m.account_id = accounts.id) as workspaces
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as page (id, nth) join accounts using (id)
    where deleted_at is null order by nth`)
}
