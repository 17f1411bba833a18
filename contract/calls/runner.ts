import * as z from 'zod/mini'
import { route } from '../wire/route.ts'

/**
 * Calls between the programs in a run's pod and the server. The token alone identifies the attempt. Every call may be
 * repeated, because offsets in bytes say which part is new.
 */

const call = z.object({ call: z.string().check(z.describe('The attempt')) })

/** Part of every answer, so that a pod learns of changes without asking. */
const stateReply = {
  stop: z.boolean().check(z.describe('Whether the command must be ended now')),
  main_ended: z.boolean().check(z.describe('The command has ended, as the pod or the cluster said')),
}

export const readForRun = route({
  id: 'readForRun',
  method: 'GET',
  path: '/api/v1/runner/{call}',
  summary:
    'What a pod needs for its run: the specification, the inputs, and how much of its output has arrived',
  allow: 'run.report',
  scope: 'none',
  reads: ['run'],
  transport: 'bytes',
  params: call,
  query: z.object({
    bucket: z.optional(z.string()).check(z.describe('Of the objects')),
    path: z.optional(z.string()).check(z.describe('One object, or the prefix of the objects')),
  }),
  reply: z.unknown(),
  errors: ['RUN.CHOICE'],
})

export const sendForRun = route({
  id: 'sendForRun',
  method: 'POST',
  path: '/api/v1/runner/{call}',
  summary: 'What a pod of a run sends: bytes of a log or an output, its progress, and how its command ended',
  allow: 'run.report',
  scope: 'none',
  touches: ['run'],
  transport: 'upload',
  params: call,
  query: z.object({
    type: z.optional(z.enum(['pipeline', 'process'])).check(z.describe('Which log')),
    path: z.optional(z.string()).check(z.describe('Which output')),
    offset: z.optional(z.int().check(z.gte(0))).check(z.describe('Where the bytes belong')),
    size: z.optional(z.int().check(z.gte(0))).check(z.describe('How many bytes the output has in the pod')),
    bytes: z.optional(z.int().check(z.gte(1))).check(z.describe('How many bytes go to the store itself')),
    modified_at: z.optional(z.iso.datetime()).check(z.describe('When the output was written to')),
  }),
  reply: z.object({
    ...stateReply,
    size: z.optional(z.int()).check(z.describe('How many bytes of the log or output have arrived')),
    address: z
      .optional(z.nullable(z.string()))
      .check(z.describe('The address to PUT the bytes to; a secret while it is valid')),
    is_complete: z
      .optional(z.boolean())
      .check(z.describe('Everything has arrived, and the token is no longer valid')),
  }),
  errors: ['OBJECT.LARGE', 'RUN.SENDING'],
})

export type RunnerAnswer = z.output<typeof sendForRun.reply>

/** Rejects times before 1970. The database takes none before the year 1, so such a run could not be ended. */
const instant = z.iso.datetime().check(z.refine((text) => Date.parse(text) >= 0, 'This time is before 1970.'))
const text = (most: number) => z.string().check(z.maxLength(most))
const count = z.int().check(z.gte(0))
const figure = z.number().check(z.gte(0))

export const progressReport = z.object({
  started_at: z.nullable(instant),
  progress: z.nullable(
    z.object({
      fraction: z.nullable(z.number().check(z.gte(0), z.lte(1))),
      step: z.nullable(text(1000)),
      message: z.nullable(text(1000)),
    }),
  ),
  usage: z.nullable(
    z.object({
      cpu_seconds: figure,
      memory_mib: figure,
      gpu_percent: z.nullable(figure),
      gpu_memory_mib: z.nullable(figure),
      written_mib: z.nullable(figure),
    }),
  ),
})

export const exitReport = z.object({
  exit_code: z.int().check(z.gte(0), z.lte(255)),
  started_at: instant,
  ended_at: instant,
})

export const refusalReport = z.object({ reason: text(2000) })

/** The complete list of outputs that the pod has now; others are removed. */
export const outputsReport = z.object({ paths: z.array(z.string()).check(z.maxLength(10_000)) })

/** Everything that a pod has; the server compares it with what arrived. */
export const endReport = z.object({
  logs: z.object({ pipeline: count, process: count }),
  outputs: z.array(z.object({ path: z.string(), size: count })).check(z.maxLength(10_000)),
  left_out: z.array(text(1000)).check(z.maxLength(10_001)),
})
