import * as z from 'zod/mini'
import { dataSetRead } from '../rules/data-set-address.ts'
import { type ListRules, route } from '../wire/route.ts'
import {
  consequences,
  count,
  id,
  inWorkspace,
  listQuery,
  maybeDirect,
  nothing,
  time,
  workspaceQuery,
} from '../wire/shapes.ts'

/** Models, the results of succeeded training runs. A model has the id of its run. */

/** The form of an alias: small letters, digits, '.', '_' and '-', at most 50. */
export const ALIAS = /^[a-z0-9][a-z0-9._-]{0,49}$/

/** `name` is unique in the workspace, such as 'line-3 v 3.7'; `version` is '3.7'. */
export const model = z.object({
  id,
  name: z.string(),
  version: z.string(),
  solution_id: id,
  solution_name: z.string(),
  version_num: z.int(),
  instance_id: id,
  stream_id: id,
  stream_name: z.string(),
  run_id: id,
  run_name: z.string(),
  aliases: z.array(z.object({ name: z.string(), given_by: z.string(), given_at: time })),
  note: z.string(),
  metrics: z.record(z.string(), z.number()),
  created_by: z.string(),
  created_at: time,
})
export type Model = z.infer<typeof model>

/** A run that used the model for inference. */
const modelUse = z.object({
  run_id: id,
  run_name: z.string(),
  stream_name: z.string(),
  state: z.string(),
  created_at: time,
})

/** `bytes` and `has_file` describe the downloadable archive; `previous` is the model before it in its stream. */
export const modelInfo = z.extend(model, {
  workspace_id: id,
  workspace_name: z.string(),
  bytes: count,
  has_file: z.boolean(),
  /** when its files were moved to the trash and when they were removed for good; null if they were not */
  artifacts_trashed_at: z.nullable(time),
  artifacts_removed_at: z.nullable(time),
  files: z.array(z.object({ path: z.string(), size: z.number() })),
  parameters: z.record(z.string(), z.record(z.string(), z.unknown())),
  dataset_uri: z.array(z.string()),
  data_sets: z.array(dataSetRead),
  previous: z.nullable(z.object({ id, name: z.string(), metrics: z.record(z.string(), z.number()) })),
  /** the newest hundred models of its stream, oldest first */
  history: z.array(
    z.object({
      id,
      version: z.string(),
      aliases: z.array(z.string()),
      metrics: z.record(z.string(), z.number()),
    }),
  ),
  /** the newest twenty, newest first */
  uses: z.array(modelUse),
  use_count: count,
})
export type ModelInfo = z.infer<typeof modelInfo>

const byId = z.object({ id: z.string() })
const MODEL_LIST = {
  sorts: ['name', 'solution_name', 'created_at'],
  defaultSort: '-created_at',
  filters: { solution_id: null, stream_id: null, alias: null },
} as const satisfies ListRules

export const listModels = route({
  id: 'listModels',
  method: 'GET',
  path: '/api/v1/models',
  summary: 'The models of all streams of a workspace',
  allow: 'model.read',
  scope: 'query',
  reads: ['model', 'run', 'stream', 'solution'],
  list: MODEL_LIST,
  query: listQuery(MODEL_LIST.sorts, {
    ...inWorkspace,
    solution_id: z.optional(z.string()).check(z.describe('Only those of this solution')),
    stream_id: z.optional(z.string()).check(z.describe('Only those of this stream')),
    alias: z.optional(z.string()).check(z.describe("Only those with this alias; '*' for any alias")),
  }),
  reply: z.object({ models: z.array(model), total: count }),
})

export const readModel = route({
  id: 'readModel',
  method: 'GET',
  path: '/api/v1/models/{id}',
  summary: 'One model with its origin and the runs that used it',
  allow: 'model.read',
  scope: { run: 'id' },
  reads: ['model', 'run', 'stream', 'solution'],
  params: byId,
  query: workspaceQuery,
  reply: modelInfo,
})

/** `aliases` replaces all aliases of the model; one of another model of the solution is moved to this one. */
export const editModel = route({
  id: 'editModel',
  method: 'PATCH',
  path: '/api/v1/models/{id}',
  summary: 'Give a model its aliases and its note',
  allow: 'model.edit',
  scope: { run: 'id' },
  touches: ['model'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({
    aliases: z.optional(z.array(z.string().check(z.regex(ALIAS))).check(z.maxLength(20))),
    note: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: modelInfo,
  errors: ['RUN.TRASHED', 'RUN.REMOVED'],
})

export const downloadModel = route({
  id: 'downloadModel',
  method: 'GET',
  path: '/api/v1/models/{id}/download',
  summary: "The model's files as tar.gz, whole or by range",
  allow: 'model.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'bytes',
  params: byId,
  query: z.extend(workspaceQuery, maybeDirect),
  reply: z.unknown(),
  media: 'application/gzip',
  otherStatuses: [206, 302],
  errors: ['OBJECT.RANGE', 'RUN.TRASHED', 'RUN.REMOVED'],
})

export const checkModelDeletion = route({
  id: 'checkModelDeletion',
  method: 'GET',
  path: '/api/v1/models/{id}/consequences',
  summary: 'What deleting a model would also delete',
  allow: 'model.delete',
  scope: { run: 'id' },
  reads: ['model', 'run'],
  params: byId,
  query: workspaceQuery,
  reply: consequences,
})

/** Keeps the run, but deletes its model and the model's files. */
export const deleteModel = route({
  id: 'deleteModel',
  method: 'DELETE',
  path: '/api/v1/models/{id}',
  summary: 'Delete a model; its run stays',
  allow: 'model.delete',
  scope: { run: 'id' },
  touches: ['model', 'run'],
  params: byId,
  query: workspaceQuery,
  reply: nothing,
  errors: ['DELETE.LIVE'],
})
