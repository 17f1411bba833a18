import * as z from 'zod/mini'
import { route } from './route.ts'
import { limits } from './rules.ts'
import {
  count,
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
} from './shapes.ts'
import { tier } from './tiers.ts'

export const tag = z.object({ key: z.string(), value: z.string() })

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
  modes: openObject,
  execution_specs: z.object({ train: z.optional(z.string()), inference: z.optional(z.string()) }),
  draft: z.boolean(),
  coupled: z.boolean(),
  operation_status: z.enum(['draft', 'idle', 'training', 'failed']),
  in_use_edges: count,
  stream_count: count,
  run_count: count,
  created_by: z.string(),
  created_at: time,
  updated_at: time,
  revision,
})
export type Instance = z.infer<typeof instance>

const byId = z.object({ id: z.string() })

export const listInstances = route({
  id: 'listInstances',
  method: 'GET',
  path: '/api/v1/instances',
  summary: 'The instances of a workspace',
  allow: 'instance.read',
  scope: 'query',
  query: listQuery(['name', 'created_at', 'updated_at'], {
    ...inWorkspace,
    solution_id: z.optional(z.string()),
    solution_version_id: z.optional(z.string()),
  }),
  reply: z.object({ instances: z.array(instance), total: count }),
})

export const createInstance = route({
  id: 'createInstance',
  method: 'POST',
  path: '/api/v1/instances',
  summary: 'Bind a solution version to a name, tiers and parameters',
  allow: 'instance.create',
  scope: 'query',
  query: workspaceQuery,
  body: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(limits.name)),
    solution_version_id: z.string(),
    metadata_json: z.optional(openObject),
    train_resource: z.optional(z.string()),
    description: optionalText(limits.description),
    tags: z.optional(
      z
        .array(
          z.strictObject({
            key: z.string().check(z.minLength(1), z.maxLength(limits.tag_key)),
            value: z.string().check(z.maxLength(limits.tag_value)),
          }),
        )
        .check(z.maxLength(limits.tags)),
    ),
    modes: z.optional(openObject),
    execution_specs: z.optional(z.strictObject({ train: z.optional(tier), inference: z.optional(tier) })),
    draft: z.optional(z.boolean()),
    coupled: z.optional(z.boolean()),
  }),
  reply: instance,
  errors: ['INSTANCE.NAME.TAKEN', 'RUN.CHOICE'],
})

export const readInstance = route({
  id: 'readInstance',
  method: 'GET',
  path: '/api/v1/instances/{id}',
  summary: 'One instance',
  allow: 'instance.read',
  scope: { instance: 'id' },
  params: byId,
  query: workspaceQuery,
  reply: instance,
})

export const deleteInstance = route({
  id: 'deleteInstance',
  method: 'DELETE',
  path: '/api/v1/instances/{id}',
  summary: 'Delete an instance with its streams and their runs',
  allow: 'instance.delete',
  scope: { instance: 'id' },
  params: byId,
  query: workspaceQuery,
  reply: idReply,
  errors: ['DELETE.LIVE'],
})
