import * as z from 'zod/mini'
import { loginType, workspaceRole } from './auth.ts'
import { route } from './route.ts'
import { limits } from './rules.ts'
import { count, duplicateReply, id, listQuery, optionalText, revision, text, time } from './shapes.ts'
import { executionSpec, executionSpecs } from './tiers.ts'

/** `member: false` with the role MANAGER is an administrator who is not a member. */
export const workspace = z.object({
  id,
  name: z.string(),
  display_name: z.string(),
  role: workspaceRole,
  member: z.boolean(),
  s3_bucket_name: z.string(),
  dashboard_hash: text,
  edge_conductor_url: text,
  execution_specs: z.array(executionSpec),
  member_count: count,
  created_at: time,
  updated_at: time,
  revision,
})
export type Workspace = z.infer<typeof workspace>

/** The same, with the two fields registration clients read beside it. */
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
  created_at: time,
})
export type Member = z.infer<typeof member>

const byId = z.object({ id: z.string() })

export const listWorkspaces = route({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/api/v1/workspaces',
  summary: 'The workspaces you see: your own, for an administrator all',
  allow: 'workspace.list',
  scope: 'none',
  query: listQuery(['name', 'created_at', 'updated_at', 'member_count', 's3_bucket_name'], {}),
  reply: z.object({ workspaces: z.array(workspace), total: count }),
})

export const readWorkspace = route({
  id: 'readWorkspace',
  method: 'GET',
  path: '/api/v1/workspaces/info',
  summary: 'One workspace, in the dialect of the query',
  allow: 'workspace.read',
  scope: 'query',
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
  guarded: true,
  query: z.object({ name: z.string() }),
  reply: duplicateReply,
})

export const createWorkspace = route({
  id: 'createWorkspace',
  method: 'POST',
  path: '/api/v1/workspaces',
  summary: 'Make a workspace with its bucket; the caller becomes its manager',
  allow: 'workspace.create',
  scope: 'none',
  body: z.strictObject({
    name: z.string().check(z.maxLength(200)),
    s3_bucket_name: z.string().check(z.maxLength(200)),
    dashboard_hash: optionalText(200),
    edge_conductor_url: optionalText(limits.url),
    execution_specs: z.optional(executionSpecs),
  }),
  reply: workspace,
  errors: [
    'WORKSPACE.NAME.TAKEN',
    'WORKSPACE.BUCKET.TAKEN',
    'WORKSPACE.BUCKET.FAILED',
    'WORKSPACE.ENGINE.FAILED',
  ],
})

export const editExecutionSpecs = route({
  id: 'editExecutionSpecs',
  method: 'PATCH',
  path: '/api/v1/workspaces/{id}/exespecs',
  summary: 'Set the tiers of a workspace',
  allow: 'workspace.edit',
  scope: { workspace: 'id' },
  params: byId,
  body: z.strictObject({ execution_specs: executionSpecs, revision: z.optional(revision) }),
  reply: workspace,
  errors: ['EDIT.STALE'],
})

export const readInstanceType = route({
  id: 'readInstanceType',
  method: 'GET',
  path: '/api/v1/workspaces/instance/info',
  summary: 'What an instance type offers, and who says so',
  allow: 'instance-type.read',
  scope: 'none',
  query: z.object({ instance_type: z.string().check(z.maxLength(200)) }),
  reply: z.object({
    instance_type: z.string(),
    vcpu: z.number(),
    memory_gib: z.number(),
    gpu_count: z.number(),
    gpu_name: z.string(),
    source: z.string(),
  }),
  errors: ['INSTANCE_TYPE.UNKNOWN'],
})

export const listMembers = route({
  id: 'listMembers',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/members',
  summary: 'The members of a workspace',
  allow: 'member.list',
  scope: { workspace: 'id' },
  params: byId,
  query: listQuery(['username', 'display_name', 'role', 'email', 'company', 'department', 'created_at'], {}),
  reply: z.object({ members: z.array(member), total: count }),
})

export const addMembers = route({
  id: 'addMembers',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/members',
  summary: 'Add accounts as members',
  allow: 'member.add',
  scope: { workspace: 'id' },
  params: byId,
  body: z.strictObject({
    members: z
      .array(z.strictObject({ account_id: z.string(), role: workspaceRole }))
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  reply: z.object({ members: z.array(member) }),
  errors: ['MEMBER.ACCOUNT_UNKNOWN', 'MEMBER.EXISTS'],
})
