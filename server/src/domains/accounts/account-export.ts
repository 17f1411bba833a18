import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { csvLine } from '../../http/csv.ts'
import { type AccountFilter, allAccountIds } from './account-list.ts'
import { isLocked, lockReason, workspaceName } from './account-rows.ts'

const AT_ONCE = 500

const COLUMNS = [
  'ID',
  'User Name',
  'Account Type',
  'Email',
  'Company',
  'Department',
  'Source',
  'Status',
  'Locked Since',
  'Last Sign-in',
  'Workspaces',
]
const TYPES = { ADMIN: 'Admin', DEVELOPER: 'Developer' }
const SOURCES = { static: 'Password', ldap: 'Directory' }

interface ExportedAccount extends Record<string, unknown> {
  username: string
  display_name: string
  role: keyof typeof TYPES
  email: string | null
  company: string | null
  department: string | null
  login_type: keyof typeof SOURCES
  locked: boolean
  lock_reason: string
  locked_at: string | null
  last_login_at: string | null
  workspaces: string
}

/** The accounts that the list would show, as the lines of a CSV file, some hundreds at a time. */
export async function exportAccounts(
  db: Handle,
  inactiveDays: number,
  asked: AccountFilter,
): Promise<AsyncGenerator<string>> {
  // ids are small: with them the order is settled at once, and no transaction is held for as long as a download takes
  return linesOf(db, inactiveDays, await allAccountIds(db, inactiveDays, asked))
}

async function* linesOf(db: Handle, inactiveDays: number, ids: string[]): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const accounts = await exported(db, inactiveDays, ids.slice(at, at + AT_ONCE))
    yield accounts.map((account) => csvLine(cellsOf(account))).join('')
  }
}

async function exported(db: Handle, inactiveDays: number, ids: string[]): Promise<ExportedAccount[]> {
  const found = await db.execute<ExportedAccount>(sql`
    select username, display_name, role, email, company, department, login_type,
      ${isLocked(inactiveDays)} as locked, ${lockReason(inactiveDays)} as lock_reason, locked_at, last_login_at,
      (select coalesce(string_agg(${workspaceName}, '; ' order by w.name), '')
        from members m join workspaces w on w.id = m.workspace_id where m.account_id = accounts.id) as workspaces
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as page (id, place) join accounts using (id)
    where deleted_at is null order by place`)
  return found.rows
}

function cellsOf(account: ExportedAccount): string[] {
  return [
    account.username,
    account.display_name,
    TYPES[account.role],
    account.email ?? '',
    account.company ?? '',
    account.department ?? '',
    SOURCES[account.login_type],
    statusOf(account),
    account.locked_at ?? '',
    account.last_login_at ?? '',
    account.workspaces,
  ]
}

function statusOf({ locked, lock_reason }: ExportedAccount): string {
  if (!locked) return 'Active'
  return lock_reason === 'inactivity' ? 'Locked, no login for a long time' : 'Locked, failed logins'
}
