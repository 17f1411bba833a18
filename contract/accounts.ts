import * as z from 'zod/mini'
import { accountRole, loginType } from './auth.ts'
import { route } from './route.ts'
import { limits } from './rules.ts'
import {
  bulkReply,
  count,
  duplicateReply,
  id,
  listQuery,
  nothing,
  optionalText,
  revision,
  text,
  time,
} from './shapes.ts'

/** `lock_reason`: 'failures' or 'inactivity', '' when not locked. */
export const account = z.object({
  id,
  username: z.string(),
  display_name: z.string(),
  email: text,
  company: text,
  department: text,
  role: accountRole,
  login_type: loginType,
  locked: z.boolean(),
  lock_reason: z.string(),
  locked_at: z.nullable(time),
  login_fail_count: count,
  must_change_password: z.boolean(),
  last_login_at: z.nullable(time),
  created_at: time,
  updated_at: time,
  revision,
})
export type Account = z.infer<typeof account>

const ids = z.strictObject({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) })
const byId = z.object({ id: z.string() })

export const listAccounts = route({
  id: 'listAccounts',
  method: 'GET',
  path: '/api/v1/settings/accounts',
  summary: 'Accounts, by page',
  allow: 'account.list',
  scope: 'none',
  query: listQuery(
    ['username', 'display_name', 'email', 'company', 'department', 'role', 'created_at', 'last_login_at'],
    {
      role: z.optional(accountRole),
      login_type: z.optional(loginType),
      locked: z.optional(z.boolean()),
    },
  ),
  reply: z.object({ accounts: z.array(account), total: count }),
})

export const checkAccount = route({
  id: 'checkAccount',
  method: 'GET',
  path: '/api/v1/settings/accounts/check',
  summary: 'Whether an ID is taken',
  allow: 'account.check',
  scope: 'none',
  guarded: true,
  query: z.object({ login_type: z._default(loginType, 'static'), username: z.string() }),
  reply: duplicateReply,
})

export const createAccount = route({
  id: 'createAccount',
  method: 'POST',
  path: '/api/v1/settings/accounts',
  summary: 'Make an account; its password must be changed at first login unless said otherwise',
  allow: 'account.create',
  scope: 'none',
  query: z.object({ login_type: z._default(z.enum(['static']), 'static') }),
  body: z.strictObject({
    username: z.string(),
    password: z.string(),
    display_name: z.string().check(z.minLength(1), z.maxLength(limits.display_name)),
    email: z.string().check(z.maxLength(limits.email)),
    company: optionalText(limits.company),
    department: optionalText(limits.department),
    role: accountRole,
    must_change_password: z.optional(z.boolean()),
  }),
  reply: account,
  errors: ['ACCOUNT.TAKEN', 'PASSWORD.WEAK'],
})

export const changeOwnPassword = route({
  id: 'changeOwnPassword',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}',
  summary: 'Change the own password; the other sessions of the account end',
  allow: 'own-password.change',
  scope: 'none',
  params: byId,
  body: z.strictObject({ current_password: z.string(), password: z.string() }),
  reply: nothing,
  errors: ['PASSWORD.CURRENT', 'PASSWORD.LOCKED', 'PASSWORD.WEAK'],
})

export const deleteAccounts = route({
  id: 'deleteAccounts',
  method: 'PATCH',
  path: '/api/v1/settings/accounts/delete',
  summary: 'Delete accounts; their sessions end at once',
  allow: 'account.delete',
  scope: 'none',
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
  body: ids,
  reply: bulkReply,
})

/** For `podium password` on the host: the answer holds the link's secret, shown once. */
export const makePasswordLink = route({
  id: 'makePasswordLink',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}/password-link',
  summary: 'Make a one-time link with which the account sets a new password',
  allow: 'account.password-link',
  scope: 'none',
  secret: true,
  params: byId,
  reply: z.object({ url: z.string(), expires_at: time }),
  errors: ['ACCOUNT.OWN_LINK'],
})
