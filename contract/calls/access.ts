import * as z from 'zod/mini'
import { type ListRules, route } from '../wire/route.ts'
import { count, id, listQuery, text, time, workspaceQuery } from '../wire/shapes.ts'
import { accountRole, membershipSource, workspaceRole } from './auth.ts'

/** Calls that say who can open which workspace and why, from the same table and memberships that the server checks. */

/** The reason why a person can open a workspace: a membership, or the role of administrator. */
export const ACCESS_REASONS = ['member', 'administrator'] as const
const why = z.array(z.enum(ACCESS_REASONS))

/** Whether a person can sign in. With `password` they can, but must change the password before anything else. */
export const signInState = z.enum(['active', 'password', 'failures', 'inactivity', 'locked', 'deleted'])
export type SignInState = z.infer<typeof signInState>

const byId = z.object({ id: z.string().check(z.describe('The id of the account')) })
const byWorkspaceId = z.object({ id: z.string().check(z.describe('The id of the workspace')) })

/** `since` and `by` are of the membership, else of the role of administrator; `by` is '' if it is not on record. */
const rightsFor = {
  /** the role of their own membership, null without one */
  role: z.nullable(workspaceRole),
  why,
  /** the source of their membership, null without one */
  source: z.nullable(membershipSource),
  /** the instant at which the membership ends; null without an end or a membership */
  ends_at: z.nullable(time),
  since: z.nullable(time),
  by: text,
  /** when they last started a run there */
  last_run_at: z.nullable(time),
}

export const openWorkspace = z.object({ id, display_name: z.string(), ...rightsFor })
export type OpenWorkspace = z.infer<typeof openWorkspace>

const whyFilter = z.optional(z.enum(ACCESS_REASONS)).check(z.describe('Only those with this reason'))

const ACCOUNT_ACCESS_LIST = {
  sorts: ['name', 'role', 'since'],
  defaultSort: 'name',
  filters: { why: [...ACCESS_REASONS] },
} as const satisfies ListRules

/** Also answers for deleted accounts, which can open nothing. */
export const readAccountAccess = route({
  id: 'readAccountAccess',
  method: 'GET',
  path: '/api/v1/accounts/{id}/access',
  summary: 'Whether a person can sign in, and the workspaces they can open, with the reason',
  allow: 'account.access',
  scope: 'none',
  reads: ['account', 'member', 'workspace', 'run'],
  list: ACCOUNT_ACCESS_LIST,
  params: byId,
  query: listQuery(ACCOUNT_ACCESS_LIST.sorts, { why: whyFilter }),
  reply: z.object({
    username: z.string(),
    role: accountRole,
    sign_in: signInState,
    /** the state of the sign-in as a sentence */
    sentence: z.string(),
    workspaces: z.array(openWorkspace),
    total: count,
  }),
})

/** One right. `own`: limited to what they made themselves, as long as other people made nothing below it. */
export const right = z.object({
  permission: z.string(),
  /** the words that follow 'can', such as 'start runs' */
  words: z.string(),
  allowed: z.enum(['yes', 'own', 'no']),
  /** the sentence that a disabled button shows; '' if they may */
  reason: text,
})
export type Right = z.infer<typeof right>

export const RIGHT_GROUPS = ['look', 'run', 'change', 'delete', 'administer'] as const

export const readAccountRights = route({
  id: 'readAccountRights',
  method: 'GET',
  path: '/api/v1/accounts/{id}/rights',
  summary: 'What a person can do in one workspace, by the permission table',
  allow: 'account.access',
  scope: 'query',
  reads: ['account', 'member'],
  params: byId,
  query: workspaceQuery,
  reply: z.object({
    workspace: z.object({ id, display_name: z.string() }),
    sign_in: signInState,
    sentence: z.string(),
    role: z.nullable(workspaceRole),
    why,
    groups: z.array(z.object({ group: z.enum(RIGHT_GROUPS), rights: z.array(right) })),
  }),
})

/**
 * `may_sign_in` tells every manager whether the membership can be used now. The cause, `sign_in`, is for
 * administrators only and null for everybody else.
 */
export const openTo = z.object({
  account_id: id,
  username: z.string(),
  display_name: z.string(),
  may_sign_in: z.boolean(),
  sign_in: z.nullable(signInState),
  ...rightsFor,
})
export type OpenTo = z.infer<typeof openTo>

const WORKSPACE_ACCESS_LIST = {
  sorts: ['username', 'display_name', 'role', 'since'],
  defaultSort: 'username',
  filters: { why: [...ACCESS_REASONS] },
} as const satisfies ListRules

const workspaceAccessQuery = listQuery(WORKSPACE_ACCESS_LIST.sorts, { why: whyFilter })

/**
 * Administrators can open every workspace. The list names them for an administrator; a manager sees the members and
 * only the number of administrators.
 */
export const listWorkspaceAccess = route({
  id: 'listWorkspaceAccess',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/access',
  summary: 'Who can open a workspace, and why',
  allow: 'workspace.access',
  scope: { workspace: 'id' },
  reads: ['account', 'member', 'workspace', 'run'],
  list: WORKSPACE_ACCESS_LIST,
  params: byWorkspaceId,
  query: workspaceAccessQuery,
  reply: z.object({
    people: z.array(openTo),
    total: count,
    /** all administrators of the installation, members or not */
    administrators: count,
  }),
})

/** CSV (RFC 4180) of the whole list, without pages. */
export const exportWorkspaceAccess = route({
  id: 'exportWorkspaceAccess',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/access.csv',
  summary: 'Who can open a workspace, and why, as a CSV file',
  allow: 'workspace.access',
  scope: { workspace: 'id' },
  reads: [],
  transport: 'bytes',
  params: byWorkspaceId,
  query: z.omit(workspaceAccessQuery, { page: true, page_size: true }),
  reply: z.unknown(),
  media: 'text/csv; charset=utf-8',
})
