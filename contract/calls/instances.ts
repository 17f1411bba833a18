import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { tier } from '../rules/tiers.ts'
import { type ListRules, route } from '../wire/route.ts'
import {
  consequences,
  count,
  duplicateReply,
  id,
  idReply,
  inWorkspace,
  listQuery,
  openObject,
  optionalText,
  revision,
  text,
  time,
  workspaceQuery,
} from '../wire/shapes.ts'
import { stepValues } from './streams.ts'

export const tag = z.object({ key: z.string(), value: z.string() })
export type Tag = z.infer<typeof tag>

const pipelineMode = z.strictObject({ on: z.boolean(), parameters: z.optional(stepValues) })

/**
 * How the instance runs. A pipeline that is off is not offered and is refused at a start; one that is not named is on.
 * `pipeline` is the default for runs that name none; without it, training if the version can be trained.
 * `data_wrangler` replaces the version's code and data, each if it is not '': an archive (.tar.gz) in the bucket, and
 * data of the workspace (below datasets/, or data-sets/NAME@v1). `dev` keeps a run's working directory and logs at
 * debug level. The tier of each pipeline is in `execution_specs`.
 */
export const modes = z.strictObject({
  train: z.optional(pipelineMode),
  inference: z.optional(pipelineMode),
  pipeline: z.optional(z.enum(['train', 'inference'])),
  data_wrangler: z.optional(
    z.strictObject({
      code_uri: z.string().check(z.maxLength(limits.url)),
      dataset_uri: z.string().check(z.maxLength(limits.url)),
    }),
  ),
  dev: z.optional(z.boolean()),
})
export type Modes = z.infer<typeof modes>

export const OPERATION_STATUSES = ['draft', 'idle', 'training', 'failed'] as const
const operationStatus = z.enum(OPERATION_STATUSES)

/** `operation_status` is derived: draft, idle, training or failed. */
export const instance = z.object({
  id,
  name: z.string(),
  workspace_id: id,
  workspace_name: z.string(),
  solution_id: id,
  solution_name: z.string(),
  solution_version_id: id,
  version_num: z.int(),
  description: text,
  tags: z.array(tag),
  modes,
  execution_specs: z.object({ train: z.optional(z.string()), inference: z.optional(z.string()) }),
  draft: z.boolean(),
  coupled: z.boolean(),
  operation_status: operationStatus,
  in_use_edges: count,
  stream_count: count,
  run_count: count,
  created_by: z.string(),
  created_at: time,
  updated_at: time,
  revision,
})
export type Instance = z.infer<typeof instance>

/** Adds choices that other programs' clients made at its creation. Its runs follow both; lists omit them. */
export const instanceDetail = z.extend(instance, {
  train_resource: z.nullable(z.string()),
  metadata_json: z.nullable(openObject),
})
export type InstanceDetail = z.infer<typeof instanceDetail>

const byId = z.object({ id: z.string() })
const instanceName = z.string().check(z.minLength(1), z.maxLength(limits.name))

const details = {
  metadata_json: z.optional(openObject),
  train_resource: z.optional(z.string()),
  description: optionalText(limits.description),
  /** at most `limits.tags`, each key once: the server reports both in the catalogue's own words */
  tags: z.optional(
    z.array(
      z.strictObject({
        key: z.string().check(z.minLength(1), z.maxLength(limits.tag_key)),
        value: z.string().check(z.maxLength(limits.tag_value)),
      }),
    ),
  ),
  modes: z.optional(modes),
  execution_specs: z.optional(z.strictObject({ train: z.optional(tier), inference: z.optional(tier) })),
  draft: z.optional(z.boolean()),
}

const INSTANCE_LIST = {
  sorts: ['name', 'created_at', 'updated_at'],
  defaultSort: '-updated_at',
  filters: { status: OPERATION_STATUSES, tag: null, solution_id: null },
} as const satisfies ListRules

export const listInstances = route({
  id: 'listInstances',
  method: 'GET',
  path: '/api/v1/instances',
  summary: 'The instances of a workspace',
  allow: 'instance.read',
  scope: 'query',
  reads: ['instance', 'solution', 'stream', 'run'],
  list: INSTANCE_LIST,
  query: listQuery(INSTANCE_LIST.sorts, {
    ...inWorkspace,
    solution_id: z.optional(z.string()).check(z.describe('Only those of this solution')),
    solution_version_id: z.optional(z.string()).check(z.describe('Only those of this version of a solution')),
    status: z.optional(operationStatus).check(z.describe('Only those in this status')),
    tag: z
      .optional(z.string().check(z.maxLength(limits.tag_key + limits.tag_value + 1)))
      .check(z.describe("Only those with this tag: its key, or 'key=value'")),
  }),
  reply: z.object({ instances: z.array(instance), total: count }),
})

export const checkInstance = route({
  id: 'checkInstance',
  method: 'GET',
  path: '/api/v1/instances/check',
  summary: 'Whether an instance name is taken in the workspace',
  allow: 'instance.check',
  scope: 'query',
  reads: ['instance'],
  guarded: true,
  query: z.object({ ...inWorkspace, name: z.string().check(z.describe('The name to check')) }),
  reply: duplicateReply,
})

export const createInstance = route({
  id: 'createInstance',
  method: 'POST',
  path: '/api/v1/instances',
  summary: 'Create an instance: a solution version with a name, tiers and parameters',
  allow: 'instance.create',
  scope: 'query',
  touches: ['instance'],
  query: workspaceQuery,
  body: z.strictObject({
    name: instanceName,
    solution_version_id: z.string(),
    ...details,
    coupled: z.optional(z.boolean()),
  }),
  reply: instanceDetail,
  errors: ['INSTANCE.NAME.TAKEN', 'RUN.CHOICE'],
})

export const readInstance = route({
  id: 'readInstance',
  method: 'GET',
  path: '/api/v1/instances/{id}',
  summary: 'One instance',
  allow: 'instance.read',
  scope: { instance: 'id' },
  reads: ['instance', 'solution', 'stream', 'run'],
  params: byId,
  query: workspaceQuery,
  reply: instanceDetail,
})

/**
 * The solution version and whether the instance is coupled never change. Fields that are left out keep their
 * value; those sent (`tags`, `modes`, `execution_specs`) are replaced as a whole.
 */
export const editInstance = route({
  id: 'editInstance',
  method: 'PATCH',
  path: '/api/v1/instances/{id}',
  summary: 'Change an instance, or complete a draft',
  allow: 'instance.edit',
  scope: { instance: 'id' },
  touches: ['instance', 'stream'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({ name: z.optional(instanceName), ...details, revision: z.optional(revision) }),
  reply: instanceDetail,
  errors: ['INSTANCE.NAME.TAKEN', 'INSTANCE.USED', 'RUN.CHOICE', 'EDIT.STALE'],
})

export const checkInstanceDeletion = route({
  id: 'checkInstanceDeletion',
  method: 'GET',
  path: '/api/v1/instances/{id}/delete',
  summary: 'What deleting an instance would also delete, and what prevents it',
  allow: 'instance.delete',
  scope: { instance: 'id' },
  reads: ['instance', 'stream', 'run'],
  guarded: true,
  params: byId,
  query: workspaceQuery,
  reply: consequences,
})

export const deleteInstance = route({
  id: 'deleteInstance',
  method: 'DELETE',
  path: '/api/v1/instances/{id}',
  summary: 'Delete an instance with its streams and their runs',
  allow: 'instance.delete',
  scope: { instance: 'id' },
  touches: ['instance', 'stream', 'run', 'object'],
  params: byId,
  query: workspaceQuery,
  reply: idReply,
  errors: ['DELETE.LIVE'],
})
