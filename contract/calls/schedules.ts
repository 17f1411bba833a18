import * as z from 'zod/mini'
import { type ListRules, route } from '../wire/route.ts'
import { count, id, inWorkspace, listQuery, nothing, revision, time, workspaceQuery } from '../wire/shapes.ts'
import { runState } from './runs.ts'

/** Schedules start runs of a stream at given times, with the rights of a person. */

/** Maximum number of schedules in a workspace, so that one workspace cannot delay the schedules of others. */
export const MAX_SCHEDULES = 200

/** Action if a time passes while the server is off: only record it, or start one run as soon as it is back. */
export const MISSED_RULES = ['skip', 'run_once'] as const
export type MissedRule = (typeof MISSED_RULES)[number]

/** Action if a time comes while a run of the schedule is live. */
export const RUNNING_RULES = ['skip', 'queue', 'replace'] as const
export type RunningRule = (typeof RUNNING_RULES)[number]

/**
 * The outcome of a time. `waiting`: the run starts when the previous one has ended; `skipped_running`: the previous run
 * was still live; `missed`: the server was off; `refused`: the run could not start, `detail` says why.
 */
export const TIME_OUTCOMES = ['waiting', 'started', 'skipped_running', 'missed', 'refused'] as const
export type TimeOutcome = (typeof TIME_OUTCOMES)[number]

/** `run_name` is '' and `run_state` null if there is no run or it was deleted. */
const scheduleTime = z.object({
  due_at: time,
  outcome: z.enum(TIME_OUTCOMES),
  detail: z.string(),
  /** number of missed times right before this one that are not listed */
  earlier_missed: count,
  run_id: z.nullable(id),
  run_name: z.string(),
  run_state: z.nullable(runState),
})
export type ScheduleTime = z.infer<typeof scheduleTime>

/**
 * `next` holds the next five times, none while the schedule is inactive. `detail` says why it was paused, '' if a
 * person turned it off. `model_from` is an alias or the id of a run, '' for the newest model of the stream.
 */
export const schedule = z.object({
  id,
  workspace_id: id,
  stream_id: id,
  stream_name: z.string(),
  instance_id: id,
  solution_id: id,
  solution_name: z.string(),
  version_num: z.int(),
  pipeline: z.enum(['train', 'inference']),
  model_from: z.string(),
  cron: z.string(),
  time_zone: z.string(),
  active: z.boolean(),
  when_missed: z.enum(MISSED_RULES),
  when_running: z.enum(RUNNING_RULES),
  detail: z.string(),
  /** the username of the person whose rights its runs have */
  runs_as: z.string(),
  next: z.array(time),
  /** the outcome of the newest time; null before the first */
  last: z.nullable(scheduleTime),
  created_by: z.string(),
  created_at: time,
  updated_at: time,
  revision,
})
export type Schedule = z.infer<typeof schedule>

const cron = z
  .string()
  .check(
    z.maxLength(100),
    z.describe('Five fields: minute, hour, day of the month, month, day of the week, such as 30 6 * * 1-5'),
  )
const timeZone = z.string().check(z.maxLength(60), z.describe('An IANA name such as Europe/Berlin'))

/** The settings of a schedule. */
const choices = {
  pipeline: z.optional(z.enum(['train', 'inference'])),
  model_from: z
    .optional(z.string().check(z.maxLength(100)))
    .check(z.describe("An alias or the id of a run; '' for the newest model of the stream")),
  cron: z.optional(cron),
  time_zone: z.optional(timeZone),
  when_missed: z.optional(z.enum(MISSED_RULES)),
  when_running: z.optional(z.enum(RUNNING_RULES)),
  active: z.optional(z.boolean()),
}

const byId = z.object({ id: z.string().check(z.describe('The id of the schedule')) })

const SCHEDULE_LIST = {
  sorts: ['created_at'],
  defaultSort: '-created_at',
  filters: { stream_id: null, instance_id: null },
} as const satisfies ListRules

export const listSchedules = route({
  id: 'listSchedules',
  method: 'GET',
  path: '/api/v1/schedules',
  summary: 'The schedules of a workspace',
  allow: 'schedule.read',
  scope: 'query',
  reads: ['schedule', 'stream', 'run', 'account'],
  list: SCHEDULE_LIST,
  query: listQuery(SCHEDULE_LIST.sorts, {
    ...inWorkspace,
    stream_id: z.optional(z.string()).check(z.describe('Only those of this stream')),
    instance_id: z.optional(z.string()).check(z.describe('Only those of the streams of this instance')),
  }),
  reply: z.object({ schedules: z.array(schedule), total: count }),
})

/** Times are in UTC unless `time_zone` is given. */
export const readNextTimes = route({
  id: 'readNextTimes',
  method: 'GET',
  path: '/api/v1/schedules/next',
  summary: 'The next five times of a cron expression in a time zone',
  allow: 'schedule.read',
  scope: 'query',
  reads: [],
  query: z.object({ ...inWorkspace, cron, time_zone: z.optional(timeZone) }),
  reply: z.object({ next: z.array(time) }),
})

/** Defaults: it trains, is on, runs with the caller's rights, and skips a time that was missed or finds a live run. */
export const createSchedule = route({
  id: 'createSchedule',
  method: 'POST',
  path: '/api/v1/schedules',
  summary: 'Create a schedule of a stream',
  allow: 'schedule.edit',
  scope: 'query',
  touches: ['schedule'],
  query: workspaceQuery,
  body: z.strictObject({ ...choices, stream_id: z.string(), cron }),
  reply: schedule,
  errors: ['ACCOUNT.NONE', 'INSTANCE.DRAFT', 'RUN.CHOICE', 'RUN.NO_PIPELINE', 'WORKSPACE.FULL'],
})

export const readSchedule = route({
  id: 'readSchedule',
  method: 'GET',
  path: '/api/v1/schedules/{id}',
  summary: 'One schedule',
  allow: 'schedule.read',
  scope: { schedule: 'id' },
  reads: ['schedule', 'stream', 'run', 'account'],
  params: byId,
  query: workspaceQuery,
  reply: schedule,
})

/** Changing a schedule or turning it on takes it over: from then on it runs with that person's rights. */
export const editSchedule = route({
  id: 'editSchedule',
  method: 'PATCH',
  path: '/api/v1/schedules/{id}',
  summary: 'Change a schedule, or turn it on or off',
  allow: 'schedule.edit',
  scope: { schedule: 'id' },
  touches: ['schedule'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({ ...choices, revision: z.optional(revision) }),
  reply: schedule,
  errors: ['ACCOUNT.NONE', 'EDIT.STALE', 'INSTANCE.DRAFT', 'RUN.CHOICE', 'RUN.NO_PIPELINE'],
})

export const deleteSchedule = route({
  id: 'deleteSchedule',
  method: 'DELETE',
  path: '/api/v1/schedules/{id}',
  summary: 'Delete a schedule; the runs that it started stay',
  allow: 'schedule.edit',
  scope: { schedule: 'id' },
  touches: ['schedule'],
  params: byId,
  query: workspaceQuery,
  reply: nothing,
})

const TIME_LIST = { sorts: ['due_at'], defaultSort: '-due_at', filters: {} } as const satisfies ListRules

export const listScheduleTimes = route({
  id: 'listScheduleTimes',
  method: 'GET',
  path: '/api/v1/schedules/{id}/times',
  summary: 'What became of the times of a schedule',
  allow: 'schedule.read',
  scope: { schedule: 'id' },
  reads: ['schedule', 'run'],
  list: TIME_LIST,
  params: byId,
  query: listQuery(TIME_LIST.sorts, { ...inWorkspace }),
  reply: z.object({ times: z.array(scheduleTime), total: count }),
})
