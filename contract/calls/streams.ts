import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { RUN_STATES } from '../rules/run-state.ts'
import { type ListRules, route } from '../wire/route.ts'
import {
  consequences,
  count,
  id,
  idReply,
  inWorkspace,
  listQuery,
  revision,
  time,
  workspaceQuery,
} from '../wire/shapes.ts'

/** `{step: {argument: value}}` */
export const stepValues = z.record(z.string(), z.record(z.string(), z.unknown()))

/** `{train?|inference?: {step: {argument: value}}}` */
export const chosenParameters = z.strictObject({
  train: z.optional(stepValues),
  inference: z.optional(stepValues),
})
export type ChosenParameters = z.infer<typeof chosenParameters>

/** `newest_model` is '3.7' or ''; `last_states` holds the `state` of the newest ten runs, newest last. */
export const stream = z.object({
  id,
  name: z.string(),
  instance_id: id,
  instance_name: z.string(),
  solution_id: id,
  solution_name: z.string(),
  version_num: z.int(),
  workspace_id: id,
  workspace_name: z.string(),
  parameters: chosenParameters,
  run_count: count,
  newest_model: z.string(),
  last_states: z.array(z.string()),
  last_run_at: z.nullable(time),
  created_by: z.string(),
  created_at: time,
  updated_at: time,
  revision,
})
export type Stream = z.infer<typeof stream>

const byId = z.object({ id: z.string() })

const STREAM_LIST = {
  sorts: ['name', 'created_at', 'updated_at'],
  defaultSort: '-updated_at',
  filters: {},
} as const satisfies ListRules

export const listStreams = route({
  id: 'listStreams',
  method: 'GET',
  path: '/api/v1/streams',
  summary: 'The streams of a workspace',
  allow: 'stream.read',
  scope: 'query',
  reads: ['stream', 'instance', 'run'],
  list: STREAM_LIST,
  query: listQuery(STREAM_LIST.sorts, {
    ...inWorkspace,
    instance_id: z.optional(z.string()).check(z.describe('Only those of this instance')),
    solution_id: z.optional(z.string()).check(z.describe('Only those of this solution')),
  }),
  reply: z.object({ streams: z.array(stream), total: count }),
})

export const MODEL_LIST = {
  sorts: ['name', 'created_at', 'updated_at'],
  defaultSort: '-updated_at',
  filters: { solution_id: null, state: RUN_STATES },
} as const satisfies ListRules

/**
 * The page counts instances; each comes with its streams (at most 100), newest first. `state` selects instances that
 * have a run in that state, with all of their streams.
 */
export const listStreamsByInstance = route({
  id: 'listStreamsByInstance',
  method: 'GET',
  path: '/api/v1/streams/by-instance',
  summary: 'Streams grouped by their instance',
  allow: 'stream.read',
  scope: 'query',
  reads: ['stream', 'instance', 'run'],
  list: MODEL_LIST,
  query: listQuery(MODEL_LIST.sorts, {
    ...inWorkspace,
    solution_id: z.optional(z.string()).check(z.describe('Only those of this solution')),
    state: z
      .optional(z.enum(RUN_STATES))
      .check(z.describe('Only those of instances with a run in this state')),
  }),
  reply: z.object({
    instances: z.array(
      z.object({
        instance_id: id,
        instance_name: z.string(),
        solution_id: id,
        solution_name: z.string(),
        version_num: z.int(),
        coupled: z.boolean(),
        draft: z.boolean(),
        operation_status: z.enum(['draft', 'idle', 'training', 'failed']),
        created_by: z.string(),
        streams: z.array(stream),
      }),
    ),
    total: count,
  }),
})

export const createStream = route({
  id: 'createStream',
  method: 'POST',
  path: '/api/v1/streams',
  summary: 'Create a stream on an instance',
  allow: 'stream.create',
  scope: 'query',
  touches: ['stream', 'instance'],
  query: workspaceQuery,
  body: z.strictObject({
    instance_id: z.string(),
    name: z.string().check(z.minLength(1), z.maxLength(limits.name)),
    parameters: z.optional(chosenParameters),
  }),
  reply: stream,
  errors: ['STREAM.NAME.TAKEN', 'STREAM.COUPLED', 'INSTANCE.DRAFT', 'RUN.CHOICE'],
})

export const readStream = route({
  id: 'readStream',
  method: 'GET',
  path: '/api/v1/streams/{id}',
  summary: 'One stream',
  allow: 'stream.read',
  scope: { stream: 'id' },
  reads: ['stream', 'instance', 'run'],
  params: byId,
  query: workspaceQuery,
  reply: stream,
})

export const editStream = route({
  id: 'editStream',
  method: 'PATCH',
  path: '/api/v1/streams/{id}',
  summary: "Change a stream's name or parameters; runs that have started keep theirs",
  allow: 'stream.edit',
  scope: { stream: 'id' },
  touches: ['stream'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.name))),
    parameters: z.optional(chosenParameters),
    revision: z.optional(revision),
  }),
  reply: stream,
  errors: ['STREAM.NAME.TAKEN', 'RUN.CHOICE', 'EDIT.STALE'],
})

export const checkStreamDeletion = route({
  id: 'checkStreamDeletion',
  method: 'GET',
  path: '/api/v1/streams/{id}/delete',
  summary: 'What deleting a stream would also delete, and what prevents it',
  allow: 'stream.delete',
  scope: { stream: 'id' },
  reads: ['stream', 'run'],
  guarded: true,
  params: byId,
  query: workspaceQuery,
  reply: consequences,
})

/** Older clients delete a run by this path: the id is that of the run. */
export const deleteStream = route({
  id: 'deleteStream',
  method: 'DELETE',
  path: '/api/v1/streams/{id}',
  summary: 'Delete a stream with its runs, or one run',
  allow: 'stream.delete',
  scope: { streamOrRun: 'id' },
  touches: ['stream', 'instance', 'run', 'object'],
  params: byId,
  query: workspaceQuery,
  reply: idReply,
  errors: ['DELETE.LIVE'],
})
