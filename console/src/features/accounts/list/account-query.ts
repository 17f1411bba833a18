import { type Account, listAccounts } from '@podium/contract/accounts.ts'
import { q } from '../../../api/query.ts'
import type { ListQuery, ListRules } from '../../../navigation/list-state.ts'

export type AccountSort =
  | 'username'
  | 'display_name'
  | 'email'
  | 'company'
  | 'department'
  | 'role'
  | 'login_type'
  | 'locked'
  | 'last_login_at'
  | 'workspace_count'

export type AccountFilter = 'role' | 'login_type' | 'locked'

export type AccountListQuery = ListQuery<AccountSort, AccountFilter>

export const ACCOUNT_RULES: ListRules<AccountSort, AccountFilter> = {
  sorts: [
    'username',
    'display_name',
    'email',
    'company',
    'department',
    'role',
    'login_type',
    'locked',
    'last_login_at',
    'workspace_count',
  ],
  defaultSort: 'username',
  filters: { role: ['ADMIN', 'DEVELOPER'], login_type: ['static', 'ldap'], locked: ['true', 'false'] },
}

/** What the address asks for, but the page: the same for the list and for its file. */
export function wantedAccounts({ sort, q: text, filters }: AccountListQuery) {
  return {
    sort,
    q: text,
    role: filters.role as Account['role'] | undefined,
    login_type: filters.login_type as Account['login_type'] | undefined,
    locked: filters.locked === undefined ? undefined : filters.locked === 'true',
  }
}

/** The page of accounts that the address asks for. */
export function accountQuery(query: AccountListQuery) {
  const { page, page_size } = query
  return q(listAccounts, { query: { page, page_size, ...wantedAccounts(query) } })
}
