import * as z from 'zod/mini'
import { accountDetails } from '../rules/account-fields.ts'
import { limits } from '../rules/rules.ts'
import { type ListRules, route } from '../wire/route.ts'
import {
  bodiesOf,
  bulkReply,
  count,
  directoryCredentials,
  duplicateReply,
  id,
  listQuery,
  nothing,
  repliesOf,
  revision,
  time,
} from '../wire/shapes.ts'
import { accountRole, loginType, workspaceRole } from './auth.ts'

/** The identity that a manager sees of a person who could become a member. */
const identity = {
  id,
  username: z.string(),
  ...repliesOf(accountDetails),
  login_type: loginType,
}

/** `workspaces` holds the first five by name; `workspace_count` counts all that the account is a member of. */
export const account = z.object({
  ...identity,
  role: accountRole,
  locked: z.boolean(),
  /** 'administrator', 'failures' or 'inactivity', '' when not locked */
  lock_reason: z.string(),
  locked_at: z.nullable(time),
  login_fail_count: count,
  must_change_password: z.boolean(),
  last_login_at: z.nullable(time),
  workspaces: z.array(z.object({ id, display_name: z.string(), role: workspaceRole })),
  workspace_count: count,
  created_at: time,
  updated_at: time,
  revision,
})
export type Account = z.infer<typeof account>

/** Managers get the identity only, administrators the whole account. */
export const candidate = z.extend(z.partial(account), identity)
export type Candidate = z.infer<typeof candidate>

/** An account's own page. */
export const accountDetail = z.extend(account, { second_factor: z.boolean() })
export type AccountDetail = z.infer<typeof accountDetail>

/** The sign-in of an account that is made here. Accounts of single sign-on are made by their first sign-in instead. */
const madeLoginType = z._default(z.enum(['static', 'ldap']), 'static')

const ids = z.strictObject({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) })
const byId = z.object({ id: z.string().check(z.describe('The id of the account')) })

const ACCOUNT_LIST = {
  sorts: [
    'username',
    'display_name',
    'email',
    'company',
    'department',
    'role',
    'login_type',
    'locked',
    'workspace_count',
    'created_at',
    'last_login_at',
  ],
  defaultSort: 'username',
  filters: {
    role: ['ADMIN', 'DEVELOPER'],
    login_type: ['static', 'ldap', 'oidc'],
    locked: ['true', 'false'],
    workspaces: ['none', 'some'],
  },
} as const satisfies ListRules

const accountsQuery = listQuery(ACCOUNT_LIST.sorts, {
  role: z.optional(accountRole).check(z.describe('Accounts with that role only')),
  login_type: z.optional(loginType).check(z.describe('Accounts that sign in that way only')),
  locked: z.optional(z.boolean()).check(z.describe('true: locked accounts only; false: all others')),
  workspaces: z
    .optional(z.enum(ACCOUNT_LIST.filters.workspaces))
    .check(z.describe('none: accounts without a workspace only; some: all others')),
  username: z
    .optional(z.string().check(z.maxLength(limits.username)))
    .check(z.describe('The account with exactly this ID, ignoring case')),
})

/** `sort=locked` lists locked accounts first. */
export const listAccounts = route({
  id: 'listAccounts',
  method: 'GET',
  path: '/api/v1/settings/accounts',
  summary: 'Accounts, by page',
  allow: 'account.list',
  scope: 'none',
  reads: ['account', 'member'],
  list: ACCOUNT_LIST,
  query: accountsQuery,
  reply: z.object({ accounts: z.array(account), total: count }),
})

/**
 * The same list with `exclude_wsid`. A manager must search with at least `limits.candidate_search` characters and gets
 * only the identity, so hidden fields neither filter nor sort. An administrator gets the full items, with or without
 * `q`. `directory` says how people of the organisation's directory are found: through an account of the server's own
 * ('reader'), with an ID and a password sent with the search ('own'), or not at all ('none').
 */
export const listCandidates = route({
  id: 'listCandidates',
  method: 'GET',
  path: '/api/v1/settings/accounts',
  summary: 'Accounts that could be added to the workspace, by page',
  allow: 'account.candidates',
  scope: { queried: 'exclude_wsid' },
  reads: ['account', 'member'],
  query: z.extend(accountsQuery, { exclude_wsid: z.string() }),
  reply: z.object({
    accounts: z.array(candidate),
    total: count,
    directory: z.enum(['none', 'reader', 'own']),
  }),
})

/** CSV (RFC 4180) of the whole list, without pages. */
export const exportAccounts = route({
  id: 'exportAccounts',
  method: 'GET',
  path: '/api/v1/settings/accounts.csv',
  summary: 'The accounts of the list as a CSV file',
  allow: 'account.export',
  scope: 'none',
  reads: [],
  transport: 'bytes',
  query: z.omit(accountsQuery, { page: true, page_size: true }),
  reply: z.unknown(),
  media: 'text/csv; charset=utf-8',
})

/** Every account may read itself; another account's id is answered like one that does not exist. */
export const readAccount = route({
  id: 'readAccount',
  method: 'GET',
  path: '/api/v1/settings/accounts/{id}',
  summary: 'One account: your own, or any for administrators',
  allow: 'account.read',
  scope: 'none',
  reads: ['account', 'member'],
  params: byId,
  reply: accountDetail,
})

export const checkAccount = route({
  id: 'checkAccount',
  method: 'GET',
  path: '/api/v1/settings/accounts/check',
  summary: 'Whether an ID is taken',
  allow: 'account.check',
  scope: 'none',
  reads: ['account'],
  guarded: true,
  query: z.object({
    login_type: z._default(loginType, 'static').check(z.describe('How the account signs in')),
    username: z.string().check(z.describe('The ID to check')),
  }),
  reply: duplicateReply,
})

/**
 * With `login_type=ldap` no password is accepted, and fields that are left out come from the directory, which must
 * know the person. `login_id` and `login_pw` are directory credentials, needed if the server has no reader. Otherwise
 * password, name and e-mail address are required.
 */
export const createAccount = route({
  id: 'createAccount',
  method: 'POST',
  path: '/api/v1/settings/accounts',
  summary:
    'Create an account; its password must be changed at first login unless must_change_password is false',
  allow: 'account.create',
  scope: 'none',
  touches: ['account'],
  query: z.object({ login_type: madeLoginType.check(z.describe('How the account signs in')) }),
  body: z.strictObject({
    username: z.string(),
    password: z.optional(z.string()),
    ...bodiesOf(accountDetails),
    role: accountRole,
    must_change_password: z.optional(z.boolean()),
    ...directoryCredentials,
  }),
  reply: account,
  errors: [
    'ACCOUNT.TAKEN',
    'PASSWORD.WEAK',
    'DIRECTORY.NONE',
    'DIRECTORY.AWAY',
    'DIRECTORY.BARRED',
    'DIRECTORY.CREDENTIALS',
    'DIRECTORY.OFTEN',
  ],
})

/** Fields that are left out keep their value. Changing the role ends the account's sessions and access tokens. */
export const editAccount = route({
  id: 'editAccount',
  method: 'PATCH',
  path: '/api/v1/settings/accounts',
  summary: 'Edit the details or the role of an account',
  allow: 'account.edit',
  scope: 'none',
  touches: ['account', 'session', 'token', 'webhook'],
  body: z.strictObject({
    id: z.string(),
    ...bodiesOf(accountDetails),
    role: z.optional(accountRole),
    revision: z.optional(revision),
  }),
  reply: account,
  errors: ['NOT.FOUND', 'EDIT.STALE', 'ACCOUNT.OWN_ROLE', 'ACCOUNT.LAST_ADMIN'],
})

/** The owner must change it at the next login. Sessions and access tokens end at once; a lock stays. */
export const setPassword = route({
  id: 'setPassword',
  method: 'PATCH',
  path: '/api/v1/settings/accounts/{id}/password',
  summary: 'Set the password of another account',
  allow: 'account.set-password',
  scope: 'none',
  touches: ['account', 'session', 'token'],
  params: byId,
  body: z.strictObject({ password: z.string() }),
  reply: nothing,
  errors: ['ACCOUNT.OWN_PASSWORD', 'ACCOUNT.DIRECTORY_PASSWORD', 'SINGLE_SIGN_ON.PASSWORD', 'PASSWORD.WEAK'],
})

export const changeOwnPassword = route({
  id: 'changeOwnPassword',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}',
  summary: 'Change your own password; your other sessions and your access tokens end',
  allow: 'own-password.change',
  scope: 'none',
  touches: ['account', 'session', 'token'],
  params: byId,
  body: z.strictObject({ current_password: z.string(), password: z.string() }),
  reply: nothing,
  errors: [
    'PASSWORD.CURRENT',
    'PASSWORD.LOCKED',
    'PASSWORD.WEAK',
    'ACCOUNT.DIRECTORY_PASSWORD',
    'SINGLE_SIGN_ON.PASSWORD',
  ],
})

export const deleteAccounts = route({
  id: 'deleteAccounts',
  method: 'PATCH',
  path: '/api/v1/settings/accounts/delete',
  summary: 'Delete accounts; their sessions end at once',
  allow: 'account.delete',
  scope: 'none',
  touches: ['account', 'member', 'session', 'token', 'access-request', 'webhook'],
  body: ids,
  reply: bulkReply,
})

export const unlockAccount = route({
  id: 'unlockAccount',
  method: 'PATCH',
  path: '/api/v1/settings/accounts/{id}/unblock',
  summary: 'Unlock an account and clear its count of failed logins',
  allow: 'account.unlock',
  scope: 'none',
  touches: ['account'],
  params: byId,
  reply: account,
})

export const unlockAccounts = route({
  id: 'unlockAccounts',
  method: 'PATCH',
  path: '/api/v1/settings/accounts/unblock',
  summary: 'Unlock accounts and clear their counts of failed logins',
  allow: 'account.unlock',
  scope: 'none',
  touches: ['account'],
  body: ids,
  reply: bulkReply,
})

/**
 * Unlocks the ID that a person types at login or for the directory, even if no account has it: directory credentials
 * may have been tried before the account was made. `account_id` is null if there is none; `forgotten` is the number of
 * failures that counted until now.
 */
export const unlockId = route({
  id: 'unlockId',
  method: 'PATCH',
  path: '/api/v1/settings/accounts/unblock-id',
  summary: 'Clear the failed logins counted for an ID, even if no account has it',
  allow: 'account.unlock',
  scope: 'none',
  touches: ['account'],
  body: z.strictObject({ login_id: z.string().check(z.minLength(1), z.maxLength(limits.username)) }),
  reply: z.object({ login_id: z.string(), account_id: z.nullable(id), forgotten: count }),
})

/**
 * For `podium password` on the host. The answer holds the link's secret, which is shown only once. The link is void
 * once it was used, after a day, and as soon as the password is set in another way or the account's role changes.
 */
export const makePasswordLink = route({
  id: 'makePasswordLink',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}/password-link',
  summary: 'Create a one-time link for setting a new password',
  allow: 'account.password-link',
  scope: 'none',
  touches: ['account', 'session'],
  secret: true,
  params: byId,
  reply: z.object({ url: z.string(), expires_at: time }),
  errors: ['ACCOUNT.OWN_LINK', 'ACCOUNT.DIRECTORY_PASSWORD', 'SINGLE_SIGN_ON.PASSWORD'],
})
