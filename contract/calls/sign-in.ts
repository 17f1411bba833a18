import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { type ListRules, NEWEST_FIRST, route } from '../wire/route.ts'
import { count, id, idReply, listQuery, nothing, pages, text, time } from '../wire/shapes.ts'

/** Calls about the sign-in of one account. `{id}` is the caller's; administrators may list and end those of others. */

const accountId = z.string().check(z.describe('The id of the account'))
const byId = z.object({ id: accountId })
const page = z.object(pages(20))
/** `browser` is the console, `program` everything else */
const clientKind = z.enum(['browser', 'program'])
/** a code of the second factor, or one of its recovery codes */
const otp = z.string().check(z.maxLength(64))

export const session = z.object({
  id,
  /** true for the session of this request */
  current: z.boolean(),
  kind: clientKind,
  address: z.string(),
  user_agent: text,
  created_at: time,
  last_seen_at: time,
})
export type Session = z.infer<typeof session>

export const listSessions = route({
  id: 'listSessions',
  method: 'GET',
  path: '/api/v1/settings/accounts/{id}/sessions',
  summary: 'The active sessions of the account, last used first',
  allow: 'own-session.list',
  scope: 'none',
  reads: ['session'],
  params: byId,
  reply: z.object({ sessions: z.array(session), total: count }),
})

export const endSession = route({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/v1/settings/accounts/{id}/sessions/{session}',
  summary: 'End a session at once',
  allow: 'own-session.end',
  scope: 'none',
  touches: ['session'],
  params: z.object({ id: accountId, session: z.string().check(z.describe('The id of the session')) }),
  reply: idReply,
})

export const endOtherSessions = route({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/v1/settings/accounts/{id}/sessions',
  summary: 'End every session of the account except the current one',
  allow: 'own-session.end',
  scope: 'none',
  touches: ['session'],
  params: byId,
  reply: z.object({ done: count }),
})

/** `read`: calls that change nothing; `full`: what the account may do, except what concerns its own sign-in. */
export const tokenScope = z.enum(['read', 'full'])

export const accessToken = z.object({
  id,
  name: z.string(),
  scope: tokenScope,
  expires_at: time,
  last_used_at: z.nullable(time),
  created_at: time,
  state: z.enum(['active', 'expired', 'revoked']),
})
export type AccessToken = z.infer<typeof accessToken>

export const listTokens = route({
  id: 'listTokens',
  method: 'GET',
  path: '/api/v1/settings/accounts/{id}/tokens',
  summary: 'The access tokens of the account, by page, newest first; never their secrets',
  allow: 'access-token.list',
  scope: 'none',
  reads: ['token'],
  list: NEWEST_FIRST,
  params: byId,
  query: page,
  reply: z.object({ tokens: z.array(accessToken), total: count }),
})

export const makeToken = route({
  id: 'makeToken',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}/tokens',
  summary: 'Create an access token for a program; it is shown only once',
  allow: 'access-token.make',
  scope: 'none',
  touches: ['token'],
  secret: true,
  params: byId,
  body: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(limits.name)),
    scope: tokenScope,
    expires_in_days: z.int().check(z.minimum(1), z.maximum(limits.access_token_days)),
    current_password: z.string(),
    otp: z.optional(otp),
  }),
  reply: z.object({ id, name: z.string(), scope: tokenScope, expires_at: time, token: z.string() }),
  errors: [
    'PASSWORD.CURRENT',
    'PASSWORD.LOCKED',
    'ACCESS_TOKEN.LIMIT',
    'DIRECTORY.NONE',
    'DIRECTORY.AWAY',
    'DIRECTORY.BARRED',
    'SINGLE_SIGN_ON.AGAIN',
  ],
})

export const revokeToken = route({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/api/v1/settings/accounts/{id}/tokens/{token}',
  summary: 'Revoke an access token at once',
  allow: 'access-token.revoke',
  scope: 'none',
  touches: ['token'],
  params: z.object({ id: accountId, token: z.string().check(z.describe('The id of the access token')) }),
  reply: idReply,
})

export const readSecondFactor = route({
  id: 'readSecondFactor',
  method: 'GET',
  path: '/api/v1/settings/accounts/{id}/second-factor',
  summary: 'Whether a second factor is set up, and how many recovery codes are left',
  allow: 'second-factor.read',
  scope: 'none',
  reads: ['second-factor'],
  params: byId,
  reply: z.object({ enabled: z.boolean(), recovery_codes_left: count }),
})

/** Nothing is required at sign-in until the set-up is confirmed. Beginning again voids the previous secret. */
export const beginSecondFactor = route({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}/second-factor',
  summary: 'Start setting up your second factor: its secret as text, address and QR code',
  allow: 'second-factor.set',
  scope: 'none',
  touches: [],
  secret: true,
  params: byId,
  body: z.strictObject({ current_password: z.string() }),
  /** `secret` in base32, `uri` begins with otpauth://, `qr` is an SVG image of it as a data address */
  reply: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  errors: [
    'PASSWORD.CURRENT',
    'PASSWORD.LOCKED',
    'SECOND_FACTOR.DIRECTORY',
    'SINGLE_SIGN_ON.FACTOR',
    'SECOND_FACTOR.SET',
  ],
})

export const confirmSecondFactor = route({
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}/second-factor/confirm',
  summary:
    'Turn on the second factor with a first code; other sessions end, recovery codes are shown only once',
  allow: 'second-factor.set',
  scope: 'none',
  touches: ['second-factor', 'account', 'session', 'token'],
  secret: true,
  params: byId,
  body: z.strictObject({ otp }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['SECOND_FACTOR.SET', 'SECOND_FACTOR.NOT_BEGUN', 'SECOND_FACTOR.TRIES'],
})

export const renewRecoveryCodes = route({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}/second-factor/recovery-codes',
  summary:
    'Create new recovery codes, with password and code; they are shown only once and replace the old ones',
  allow: 'second-factor.set',
  scope: 'none',
  touches: ['second-factor'],
  secret: true,
  params: byId,
  body: z.strictObject({ current_password: z.string(), otp }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['PASSWORD.CURRENT', 'PASSWORD.LOCKED', 'SECOND_FACTOR.NONE'],
})

export const removeSecondFactor = route({
  id: 'removeSecondFactor',
  method: 'POST',
  path: '/api/v1/settings/accounts/{id}/second-factor/delete',
  summary: 'Remove your own second factor, with password and code; a short password has to be changed first',
  allow: 'second-factor.set',
  scope: 'none',
  touches: ['second-factor', 'account', 'session', 'token'],
  params: byId,
  body: z.strictObject({ current_password: z.string(), otp }),
  reply: nothing,
  errors: ['PASSWORD.CURRENT', 'PASSWORD.LOCKED', 'SECOND_FACTOR.NONE', 'SECOND_FACTOR.PASSWORD'],
})

/** For a person who lost it. The account's sessions end, and it must set a new password after its next sign-in. */
export const resetSecondFactor = route({
  id: 'resetSecondFactor',
  method: 'DELETE',
  path: '/api/v1/settings/accounts/{id}/second-factor',
  summary: 'Remove the lost second factor of another account',
  allow: 'second-factor.reset',
  scope: 'none',
  touches: ['second-factor', 'account', 'session', 'token'],
  params: byId,
  reply: nothing,
  errors: ['SECOND_FACTOR.NONE', 'SECOND_FACTOR.OWN'],
})

/**
 * `result`: 'ok' or the reason for the refusal: '000' deleted, '001' wrong password, '002' locked, '003' unused for too
 * long, '004' directory unreachable, 'otp' wrong one-time code, 'group' in no group that may sign in, 'directory-532'
 * and the like: the code with which the directory refuses the person.
 */
export const signIn = z.object({
  id,
  result: z.string(),
  kind: clientKind,
  address: z.string(),
  user_agent: text,
  created_at: time,
})
export type SignIn = z.infer<typeof signIn>

export const listLogins = route({
  id: 'listLogins',
  method: 'GET',
  path: '/api/v1/settings/accounts/{id}/logins',
  summary: 'Sign-ins and refused sign-ins of the account, by page, newest first; kept for 180 days',
  allow: 'login-history.list',
  scope: 'none',
  reads: ['session'],
  list: NEWEST_FIRST,
  params: byId,
  query: page,
  reply: z.object({ logins: z.array(signIn), total: count }),
})

/** A refused sign-in of any account. */
export const refusedSignIn = z.extend(signIn, { account_id: id, username: z.string() })
export type RefusedSignIn = z.infer<typeof refusedSignIn>

const REFUSED_LIST = {
  sorts: ['created_at'],
  defaultSort: '-created_at',
  filters: { from: null },
} as const satisfies ListRules

export const listRefusedSignIns = route({
  id: 'listRefusedSignIns',
  method: 'GET',
  path: '/api/v1/settings/refused-sign-ins',
  summary: 'Refused sign-ins of all accounts, by page, newest first; kept for 180 days',
  allow: 'refused-sign-in.list',
  scope: 'none',
  reads: ['session', 'account'],
  list: REFUSED_LIST,
  query: listQuery(REFUSED_LIST.sorts, {
    from: z
      .optional(z.string().check(z.maxLength(40)))
      .check(z.describe('A day or an instant; earlier sign-ins are left out')),
  }),
  reply: z.object({ logins: z.array(refusedSignIn), total: count }),
})
