import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { type ListRules, route } from '../wire/route.ts'
import { count, id, inWorkspace, listQuery, text, time } from '../wire/shapes.ts'
import { membershipEnd, workspaceRole } from './auth.ts'

export const ACCESS_REQUEST_STATES = ['open', 'approved', 'declined'] as const
/** The roles that can be requested. Only managers appoint managers. */
export const ASKED_ROLES = ['DEVELOPER', 'MEMBER'] as const

const askedRole = z.enum(ASKED_ROLES)
const state = z.enum(ACCESS_REQUEST_STATES)
const reason = z.string().check(z.maxLength(limits.access_reason))

/** A person's own request. It looks the same whether or not a workspace has that name. */
export const ownAccessRequest = z.object({
  id,
  /** as it was typed, without '-ws' */
  workspace_name: z.string(),
  role: askedRole,
  reason: z.string(),
  state,
  /** the note that came with the decision */
  answer: text,
  created_at: time,
  decided_at: z.nullable(time),
})
export type OwnAccessRequest = z.infer<typeof ownAccessRequest>

/** The request as the people who decide about it see it. */
export const accessRequest = z.extend(ownAccessRequest, {
  /** null if no workspace has that name */
  workspace_id: z.nullable(id),
  account_id: id,
  username: z.string(),
  display_name: z.string(),
  email: text,
  /** '' while it is open, and if it ended because its workspace or account was deleted */
  decided_by: text,
})
export type AccessRequest = z.infer<typeof accessRequest>

const ACCESS_REQUEST_LIST = {
  sorts: ['created_at', 'username', 'workspace_name', 'role', 'state'],
  defaultSort: '-created_at',
  filters: { state: ACCESS_REQUEST_STATES, role: ASKED_ROLES, workspace_id: null },
} as const satisfies ListRules

export const askForAccess = route({
  id: 'askForAccess',
  method: 'POST',
  path: '/api/v1/access-requests',
  summary: 'Ask for access to a workspace by its name; the answer does not say whether the workspace exists',
  allow: 'access-request.make',
  scope: 'none',
  touches: ['access-request'],
  body: z.strictObject({
    workspace_name: z.string().check(z.maxLength(200)),
    role: askedRole,
    reason,
  }),
  reply: ownAccessRequest,
  errors: [
    'ACCOUNT.NONE',
    'ACCESS_REQUEST.MEMBER',
    'ACCESS_REQUEST.OPEN',
    'ACCESS_REQUEST.MANY',
    'ACCESS_REQUEST.OFTEN',
  ],
})

export const listOwnAccessRequests = route({
  id: 'listOwnAccessRequests',
  method: 'GET',
  path: '/api/v1/access-requests/own',
  summary: 'Your newest twenty access requests',
  allow: 'access-request.make',
  scope: 'none',
  reads: ['access-request'],
  reply: z.object({ access_requests: z.array(ownAccessRequest) }),
})

export const listAccessRequests = route({
  id: 'listAccessRequests',
  method: 'GET',
  path: '/api/v1/access-requests',
  summary: 'Access requests of a workspace; administrators may leave the workspace out to see all',
  allow: 'access-request.decide',
  scope: 'query-or-all',
  reads: ['access-request', 'account', 'workspace'],
  list: ACCESS_REQUEST_LIST,
  query: listQuery(ACCESS_REQUEST_LIST.sorts, {
    ...inWorkspace,
    state: z.optional(state).check(z.describe('Requests in that state only')),
    role: z.optional(askedRole).check(z.describe('Requests for that role only')),
  }),
  reply: z.object({ access_requests: z.array(accessRequest), total: count }),
})

const byId = z.object({ id: z.string().check(z.describe('The id of the request')) })

export const approveAccessRequest = route({
  id: 'approveAccessRequest',
  method: 'POST',
  path: '/api/v1/access-requests/{id}/approve',
  summary: 'Make the person who asked a member; an administrator may leave the workspace out',
  allow: 'access-request.decide',
  scope: 'query-or-all',
  touches: ['access-request', 'member', 'account', 'workspace'],
  params: byId,
  query: z.object(inWorkspace),
  body: z.strictObject({ role: workspaceRole, ends_at: membershipEnd }),
  reply: accessRequest,
  errors: ['ACCESS_REQUEST.DECIDED', 'ACCESS_REQUEST.NOWHERE', 'MEMBER.ACCOUNT_UNKNOWN', 'MEMBER.EXISTS'],
})

export const declineAccessRequest = route({
  id: 'declineAccessRequest',
  method: 'POST',
  path: '/api/v1/access-requests/{id}/decline',
  summary: 'Decline a request, with a sentence for the person who asked',
  allow: 'access-request.decide',
  scope: 'query-or-all',
  touches: ['access-request'],
  params: byId,
  query: z.object(inWorkspace),
  body: z.strictObject({ answer: reason }),
  reply: accessRequest,
  errors: ['ACCESS_REQUEST.DECIDED'],
})
