import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { executionSpec, executionSpecs } from '../rules/tiers.ts'
import { workspaceFields } from '../rules/workspace-fields.ts'
import { type ListRules, route } from '../wire/route.ts'
import {
  bodiesOf,
  bulkReply,
  count,
  directoryCredentials,
  duplicateReply,
  id,
  idReply,
  listQuery,
  repliesOf,
  revision,
  text,
  time,
  workspaceQuery,
} from '../wire/shapes.ts'
import { loginType, membershipEnd, membershipSource, workspaceRole } from './auth.ts'
import { usage } from './workspace-use.ts'

/** `member: false` with the role MANAGER describes an administrator who is not a member. */
export const workspace = z.object({
  id,
  name: z.string(),
  display_name: z.string(),
  role: workspaceRole,
  member: z.boolean(),
  ...repliesOf(workspaceFields),
  execution_specs: z.array(executionSpec),
  /** members may read and do nothing else */
  members_may_only_look: z.boolean(),
  member_count: count,
  /** when the caller's own membership ends; null without an end or a membership */
  ends_at: z.nullable(time),
  /** the five oldest members */
  first_members: z.array(z.object({ account_id: id, display_name: z.string(), role: workspaceRole })),
  created_at: time,
  updated_at: time,
  revision,
})
export type Workspace = z.infer<typeof workspace>

/** The workspace with two more fields that registration clients read. */
export const workspaceInfo = z.extend(workspace, {
  ecr_base_path: z.union([z.string(), z.object({ public: z.string(), private: z.string() })]),
  s3_bucket_name: z.union([z.string(), z.object({ public: z.string(), private: z.string() })]),
  specs: z.array(z.object({ name: z.string(), instance: z.string() })),
})

export const member = z.object({
  account_id: id,
  username: z.string(),
  display_name: z.string(),
  email: text,
  company: text,
  department: text,
  login_type: loginType,
  role: workspaceRole,
  source: membershipSource,
  created_at: time,
  /** the instant at which the membership ends; null without an end */
  ends_at: z.nullable(time),
  /** the usage by this member's runs and registrations here */
  usage: z.array(usage),
})
export type Member = z.infer<typeof member>

/** All are optional, because older clients do not send them. */
const sentFields = { ...bodiesOf(workspaceFields), execution_specs: z.optional(executionSpecs) }

const byId = z.object({ id: z.string() })

const WORKSPACE_LIST = {
  sorts: ['name', 'created_at', 'updated_at', 'member_count', 's3_bucket_name'],
  defaultSort: 'name',
  filters: {},
} as const satisfies ListRules

export const listWorkspaces = route({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/api/v1/workspaces',
  summary: 'The workspaces you may see: your own, or all for administrators',
  allow: 'workspace.list',
  scope: 'none',
  reads: ['workspace', 'member'],
  list: WORKSPACE_LIST,
  query: listQuery(WORKSPACE_LIST.sorts, {}),
  reply: z.object({ workspaces: z.array(workspace), total: count }),
})

export const readWorkspace = route({
  id: 'readWorkspace',
  method: 'GET',
  path: '/api/v1/workspaces/info',
  summary: 'One workspace, in the dialect of the query',
  allow: 'workspace.read',
  scope: 'query',
  reads: ['workspace', 'member'],
  query: z.object({ workspace_id: z.optional(z.string()), workspace_name: z.optional(z.string()) }),
  reply: workspaceInfo,
})

export const checkWorkspace = route({
  id: 'checkWorkspace',
  method: 'GET',
  path: '/api/v1/workspaces/check',
  summary: 'Whether a workspace name is taken',
  allow: 'workspace.check',
  scope: 'none',
  reads: ['workspace'],
  guarded: true,
  query: z.object({ name: z.string().check(z.describe('The name to check')) }),
  reply: duplicateReply,
})

export const createWorkspace = route({
  id: 'createWorkspace',
  method: 'POST',
  path: '/api/v1/workspaces',
  summary: 'Create a workspace with its bucket; the caller becomes its manager',
  allow: 'workspace.create',
  scope: 'none',
  touches: ['workspace', 'member'],
  body: z.strictObject({
    name: z.string().check(z.maxLength(200)),
    ...sentFields,
    s3_bucket_name: z.string().check(z.maxLength(200)),
  }),
  reply: workspace,
  errors: [
    'WORKSPACE.NAME.TAKEN',
    'WORKSPACE.BUCKET.TAKEN',
    'WORKSPACE.BUCKET.BUSY',
    'WORKSPACE.BUCKET.FAILED',
    'WORKSPACE.ENGINE.FAILED',
  ],
})

export const editWorkspace = route({
  id: 'editWorkspace',
  method: 'PATCH',
  path: '/api/v1/workspaces',
  summary:
    'Change a workspace. Fields left out stay as they are, an empty text clears a field; the bucket can change only while it is empty, the name never',
  allow: 'workspace.edit',
  scope: 'query',
  touches: ['workspace'],
  query: workspaceQuery,
  body: z.strictObject({
    ...sentFields,
    revision: z.optional(revision),
  }),
  reply: workspace,
  errors: [
    'EDIT.STALE',
    'WORKSPACE.BUCKET.USED',
    'WORKSPACE.BUCKET.TAKEN',
    'WORKSPACE.BUCKET.BUSY',
    'WORKSPACE.BUCKET.FAILED',
  ],
})

export const checkWorkspaceDeletion = route({
  id: 'checkWorkspaceDeletion',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/delete',
  summary: 'Whether a workspace may be deleted, and what would be deleted with it',
  allow: 'workspace.delete',
  scope: { workspace: 'id' },
  reads: [
    'workspace',
    'member',
    'solution',
    'instance',
    'stream',
    'run',
    'object',
    'data-set',
    'variable',
    'schedule',
    'webhook',
  ],
  guarded: true,
  params: byId,
  reply: z.object({
    deletable: z.boolean(),
    reasons: z.array(z.string()),
    contains: z.object({
      solutions: count,
      instances: count,
      streams: count,
      runs: count,
      data_sets: count,
      /** number of variables, including secrets */
      variables: count,
      schedules: count,
      webhooks: count,
      members: count,
      bytes: count,
    }),
    bucket: z.string().check(z.describe('What becomes of its bucket, as a sentence')),
  }),
})

export const deleteWorkspace = route({
  id: 'deleteWorkspace',
  method: 'DELETE',
  path: '/api/v1/workspaces/{id}',
  summary: 'Delete a workspace with everything in it, its bucket last',
  allow: 'workspace.delete',
  scope: { workspace: 'id' },
  touches: [
    'workspace',
    'member',
    'account',
    'solution',
    'instance',
    'stream',
    'run',
    'object',
    'access-request',
    'data-set',
    'variable',
    'schedule',
    'webhook',
  ],
  params: byId,
  reply: idReply,
  errors: ['DELETE.LIVE'],
})

export const editExecutionSpecs = route({
  id: 'editExecutionSpecs',
  method: 'PATCH',
  path: '/api/v1/workspaces/{id}/exespecs',
  summary: 'Set the tiers of a workspace',
  allow: 'workspace.edit',
  scope: { workspace: 'id' },
  touches: ['workspace'],
  params: byId,
  body: z.strictObject({ execution_specs: executionSpecs, revision: z.optional(revision) }),
  reply: workspace,
  errors: ['EDIT.STALE'],
})

/** Takes effect for new requests only: runs that members have started go on. */
export const setMembersMayOnlyLook = route({
  id: 'setMembersMayOnlyLook',
  method: 'PUT',
  path: '/api/v1/workspaces/{id}/members-may-only-look',
  summary: 'Say whether people with the role Member may only look in a workspace',
  allow: 'workspace.restrict',
  scope: { workspace: 'id' },
  touches: ['workspace'],
  params: byId,
  body: z.strictObject({ members_may_only_look: z.boolean() }),
  reply: workspace,
})

const MEMBER_LIST = {
  sorts: ['username', 'display_name', 'role', 'email', 'company', 'department', 'created_at'],
  defaultSort: 'username',
  filters: {},
} as const satisfies ListRules

export const listMembers = route({
  id: 'listMembers',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/members',
  summary: 'The members of a workspace',
  allow: 'member.list',
  scope: { workspace: 'id' },
  reads: ['member', 'account', 'workspace', 'run', 'object'],
  list: MEMBER_LIST,
  params: byId,
  query: listQuery(MEMBER_LIST.sorts, {}),
  reply: z.object({ members: z.array(member), total: count }),
})

export const listMembersOfMany = route({
  id: 'listMembersOfMany',
  method: 'GET',
  path: '/api/v1/workspaces/members',
  summary:
    'The members of several workspaces; workspaces that do not exist or that you may not see are left out',
  allow: 'member.list-many',
  scope: 'none',
  reads: ['member', 'account', 'workspace'],
  query: z.object({
    ids: z.string().check(z.maxLength(5000), z.describe('Ids of the workspaces, separated by commas')),
  }),
  reply: z.object({ workspaces: z.array(z.object({ id, members: z.array(member) })) }),
})

export const addMembers = route({
  id: 'addMembers',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/members',
  summary: 'Add members: accounts, or people of the directory, who get an account with it',
  allow: 'member.add',
  scope: { workspace: 'id' },
  touches: ['member', 'account', 'access-request'],
  params: byId,
  body: z.strictObject({
    /** each by `account_id`, or as `login_type: 'ldap'` with `username` */
    members: z
      .array(
        z.strictObject({
          account_id: z.optional(z.string()),
          login_type: z.optional(z.enum(['ldap'])),
          username: z.optional(z.string().check(z.maxLength(limits.username))),
          role: workspaceRole,
          ends_at: membershipEnd,
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
    ...directoryCredentials,
  }),
  reply: z.object({ members: z.array(member) }),
  errors: [
    'MEMBER.ACCOUNT_UNKNOWN',
    'MEMBER.EXISTS',
    'ACCOUNT.TAKEN',
    'DIRECTORY.NONE',
    'DIRECTORY.CREDENTIALS',
    'DIRECTORY.AWAY',
    'DIRECTORY.BARRED',
    'DIRECTORY.OFTEN',
  ],
})

export const editMembers = route({
  id: 'editMembers',
  method: 'PATCH',
  path: '/api/v1/workspaces/{id}/members',
  summary:
    'Change the roles of members and when their memberships end, all or none; an end left out stays as it is',
  allow: 'member.edit',
  scope: { workspace: 'id' },
  touches: ['member', 'account', 'webhook'],
  params: byId,
  body: z.strictObject({
    members: z
      .array(z.strictObject({ account_id: z.string(), role: workspaceRole, ends_at: membershipEnd }))
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  reply: z.object({ members: z.array(member) }),
  errors: [
    'MEMBER.NONE',
    'MEMBER.LAST_MANAGER',
    'MEMBER.LASTING_MANAGER',
    'MEMBER.OWN_END',
    'ACCOUNT.OWN_ROLE',
  ],
})

export const removeMembers = route({
  id: 'removeMembers',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/members/delete',
  summary: 'Remove members, each on its own',
  allow: 'member.remove',
  scope: { workspace: 'id' },
  touches: ['member', 'account', 'webhook'],
  params: byId,
  body: z.strictObject({
    account_ids: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)),
  }),
  reply: bulkReply,
  errors: ['MEMBER.NONE', 'MEMBER.LAST_MANAGER', 'MEMBER.LASTING_MANAGER'],
})
