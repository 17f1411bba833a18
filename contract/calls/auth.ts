import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { route } from '../wire/route.ts'
import { id, nothing, text, time } from '../wire/shapes.ts'
import { look } from './preferences.ts'

export const accountRole = z.enum(['ADMIN', 'DEVELOPER'])
export const workspaceRole = z.enum(['MANAGER', 'DEVELOPER', 'MEMBER'])
/** 'group': a group of single sign-on gives it and takes it back; 'direct': a person does */
export const membershipSource = z.enum(['direct', 'group'])
/** A future instant such as 2026-12-04T00:00:00Z; null for no end. */
export const membershipEnd = z.optional(z.nullable(z.string().check(z.maxLength(40))))
export const loginType = z.enum(['static', 'ldap', 'oidc'])

/** A workspace as the person sees it. `role` is their own, or MANAGER with `member: false` for an administrator. */
export const ownWorkspace = z.object({
  id,
  name: z.string(),
  role: workspaceRole,
  member: z.boolean(),
  /** when their own membership ends; null without an end or a membership */
  ends_at: z.nullable(time),
  /** members may read and do nothing else */
  members_may_only_look: z.boolean(),
  display_name: z.string(),
  dashboard_hash: text,
  edge_conductor_url: text,
})
export type OwnWorkspace = z.infer<typeof ownWorkspace>

export const person = z.object({
  username: z.string(),
  account_id: id,
  display_name: z.string(),
  role: accountRole,
  login_type: loginType,
  must_change_password: z.boolean(),
  look,
  workspace: z.array(ownWorkspace),
})
export type Person = z.infer<typeof person>

/**
 * Accepts any two strings: a login never answers 400 or 422 to a client that sends both. If the account has a second
 * factor, the right password without `otp` answers 401 with `otp_required` and does not count as a failure. `otp` is a
 * code of the second factor or a recovery code.
 */
export const login = route({
  id: 'login',
  method: 'POST',
  path: '/api/v1/auth/login',
  summary: 'Sign in with ID and password; the session comes as a cookie',
  allow: 'session.start',
  scope: 'none',
  touches: ['session'],
  body: z.strictObject({ login_id: z.string(), login_pw: z.string(), otp: z.optional(z.string()) }),
  reply: person,
  errors: [
    'USER.LOGIN.000',
    'USER.LOGIN.001',
    'USER.LOGIN.002',
    'USER.LOGIN.003',
    'USER.LOGIN.004',
    'USER.LOGIN.005',
    'USER.LOGIN.006',
    'USER.LOGIN.OTP',
    'LOGIN.BUSY',
  ],
})

export const logout = route({
  id: 'logout',
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'End this session',
  allow: 'session.end',
  scope: 'none',
  touches: ['session'],
  reply: nothing,
})

/** `ends_in_s`: seconds until an idle session ends; null for a caller without a session. */
export const readSession = route({
  id: 'readSession',
  method: 'GET',
  path: '/api/v1/auth/session',
  summary: 'Who is signed in, with the workspaces they see now',
  allow: 'session.read',
  scope: 'none',
  reads: ['account', 'workspace', 'member'],
  reply: z.extend(person, { ends_in_s: z.nullable(z.int()) }),
})

export const readSetup = route({
  id: 'readSetup',
  method: 'GET',
  path: '/api/v1/auth/setup',
  summary: 'Whether the first administrator still has to be created',
  allow: 'setup.read',
  scope: 'none',
  reads: [],
  reply: z.object({ open: z.boolean() }),
})

/** Makes the first administrator with the one-time secret of the set-up link and signs them in. */
export const finishSetup = route({
  id: 'finishSetup',
  method: 'POST',
  path: '/api/v1/auth/setup',
  summary: 'Create the first administrator with the secret of the set-up link',
  allow: 'setup.finish',
  scope: 'none',
  touches: ['account', 'session'],
  body: z.strictObject({
    secret: z.string().check(z.maxLength(200)),
    username: z.string().check(z.maxLength(limits.username)),
    password: z.string(),
    display_name: z.string().check(z.minLength(1), z.maxLength(limits.display_name)),
    email: z.string().check(z.maxLength(limits.email)),
  }),
  reply: person,
  errors: ['SETUP.LINK', 'PASSWORD.WEAK'],
})

/**
 * Sets a password with the one-time secret that `podium password` prints and signs the account in. If the account has
 * a second factor, a missing code answers 422 on `otp`.
 */
export const usePasswordLink = route({
  id: 'usePasswordLink',
  method: 'POST',
  path: '/api/v1/auth/password',
  summary: 'Set a password with the secret of a one-time link',
  allow: 'password-link.use',
  scope: 'none',
  touches: ['account', 'session'],
  body: z.strictObject({
    secret: z.string().check(z.maxLength(200)),
    password: z.string(),
    otp: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: person,
  errors: ['PASSWORD.LINK', 'PASSWORD.LOCKED', 'PASSWORD.WEAK', 'ACCOUNT.LOCKED'],
})
