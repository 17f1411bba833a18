import * as z from 'zod/mini'
import { route } from '../wire/route.ts'

/**
 * What the programs in a pod of a run and the server say to each other. Every call names its attempt by the token alone,
 * and every one may be repeated: offsets in bytes say what is new.
 */

const call = z.object({ call: z.string().check(z.describe('The attempt')) })

/** What stands beside each answer, so that a pod hears of it without asking. */
const told = {
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
    ...told,
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

/** The database takes no time before the year 1: the run could not be ended. */
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

/** The outputs that a pod has now: others go. */
export const outputsReport = z.object({ paths: z.array(z.string()).check(z.maxLength(10_000)) })

/** All that a pod has: the server compares it with what came. */
export const endReport = z.object({
  logs: z.object({ pipeline: count, process: count }),
  outputs: z.array(z.object({ path: z.string(), size: count })).check(z.maxLength(10_000)),
  left_out: z.array(text(1000)).check(z.maxLength(10_001)),
})
