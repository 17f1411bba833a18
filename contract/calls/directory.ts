import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { id, text } from '../wire/shapes.ts'

/** The organisation's directory (LDAP), which holds people's passwords. Podium never writes to it. */

/** A person in the directory, with the fields of a future account; `account_id` is null without an account. */
export const directoryUser = z.object({
  username: z.string(),
  display_name: z.string(),
  email: text,
  company: text,
  department: text,
  account_id: z.nullable(id),
})
export type DirectoryUser = z.infer<typeof directoryUser>

/**
 * `tls` says how passwords are transmitted. `reader`: the server searches with an account of its own; otherwise the
 * person who searches gives an ID and a password of the directory. `reachable`: the directory answers and accepts the
 * reader; if not, `detail` is the reason as a sentence, else ''.
 */
export const directoryStatus = z.object({
  configured: z.boolean(),
  url: text,
  tls: z.enum(['ldaps', 'starttls', 'none']),
  reachable: z.boolean(),
  detail: text,
  reader: z.boolean(),
})
export type DirectoryStatus = z.infer<typeof directoryStatus>

export const readDirectory = route({
  id: 'readDirectory',
  method: 'GET',
  path: '/api/v1/settings/directory',
  summary: 'How the directory is set up, and whether it answers right now',
  allow: 'directory.read',
  scope: 'none',
  reads: [],
  reply: directoryStatus,
})

const verified = z.object({ verified: z.boolean() })

/** A wrong password counts as one at login. If a rule of the directory refuses the person, the answer names it. */
export const verifyDirectoryUser = route({
  id: 'verifyDirectoryUser',
  method: 'POST',
  path: '/api/v1/settings/accounts/ldap/verify',
  summary: 'Whether the directory knows this ID and password',
  allow: 'directory.verify',
  scope: 'none',
  touches: [],
  body: z.strictObject({ login_id: z.string(), login_pw: z.string() }),
  reply: verified,
  errors: ['DIRECTORY.NONE', 'DIRECTORY.BARRED', 'DIRECTORY.OFTEN'],
})

const found = z.object({ users: z.array(directoryUser) })

/**
 * Searches for an ID, or part of an ID or a name. `login_id` and `login_pw` are directory credentials, required if the
 * server has no reader. A manager names the workspace that the person will be added to. Returns at most 50 people.
 */
export const searchDirectory = route({
  id: 'searchDirectory',
  method: 'POST',
  path: '/api/v1/settings/accounts/ldap/search',
  summary: 'People of the directory',
  allow: 'directory.ask',
  scope: 'none',
  touches: [],
  body: z.strictObject({
    target_user: z.string().check(z.maxLength(200)),
    login_id: z.optional(z.string()),
    login_pw: z.optional(z.string()),
    workspace_id: z.optional(z.string()),
  }),
  reply: found,
  errors: [
    'NOT.ALLOWED',
    'NOT.FOUND',
    'DIRECTORY.NONE',
    'DIRECTORY.CREDENTIALS',
    'DIRECTORY.AWAY',
    'DIRECTORY.BARRED',
    'DIRECTORY.OFTEN',
  ],
})

/** For older clients, only with PODIUM_COMPAT_LDAP_GET=1, because the password is in the address. */
export const verifyDirectoryUserByGet = route({
  id: 'verifyDirectoryUserByGet',
  method: 'GET',
  path: '/api/v1/settings/accounts/ldap/verify',
  summary: 'Deprecated: use POST. Whether the directory knows this ID and password',
  allow: 'directory.verify',
  scope: 'none',
  reads: [],
  guarded: true,
  query: z.object({
    login_id: z._default(z.string(), '').check(z.describe('An ID of the directory')),
    login_pw: z._default(z.string(), '').check(z.describe('Its password')),
  }),
  reply: verified,
  errors: ['NOT.FOUND', 'DIRECTORY.NONE', 'DIRECTORY.OFTEN'],
})

/** For older clients, only with PODIUM_COMPAT_LDAP_GET=1, because the password is in the address. */
export const searchDirectoryByGet = route({
  id: 'searchDirectoryByGet',
  method: 'GET',
  path: '/api/v1/settings/accounts/ldap/search',
  summary: 'Deprecated: use POST. People of the directory',
  allow: 'directory.ask',
  scope: 'none',
  reads: [],
  guarded: true,
  query: z.object({
    target_user: z
      ._default(z.string().check(z.maxLength(200)), '')
      .check(z.describe('An ID, or part of an ID or a name')),
    login_id: z.optional(z.string()).check(z.describe('An ID of the directory')),
    login_pw: z.optional(z.string()).check(z.describe('Its password')),
    workspace_id: z.optional(z.string()).check(z.describe('The workspace that a person is to be added to')),
  }),
  reply: found,
  errors: [
    'NOT.ALLOWED',
    'NOT.FOUND',
    'DIRECTORY.NONE',
    'DIRECTORY.CREDENTIALS',
    'DIRECTORY.AWAY',
    'DIRECTORY.BARRED',
    'DIRECTORY.OFTEN',
  ],
})
