import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count, inWorkspace, workspaceQuery } from '../wire/shapes.ts'

/** What a run writes and uses over time: its figures, and the resources the engine measured. */

/** Points that a series keeps at most; of more the extremes stay. */
export const MOST_POINTS = 2000

/** Gaps that a series keeps at most; of more, those of a kind that are nearest to each other are joined. */
export const MOST_GAPS = 100

export const seriesKind = z.enum(['figure', 'resource'])
export type SeriesKind = z.infer<typeof seriesKind>

/** Told as an array of three numbers, as OpenAPI 3.0 has no word for a tuple. */
const point = z.array(z.number()).check(z.length(3)) as unknown as z.ZodMiniType<[number, number, number]>

export const gapKind = z.enum(['NaN', 'inf', '-inf'])
export type GapKind = z.infer<typeof gapKind>

/**
 * Values of one kind that are not numbers, written one after the other. `count` says how many; `from` and `to` are the
 * lowest and the highest of their steps, `from_time` and `to_time` of their times in milliseconds since 1970. `after`
 * counts the numbers that the series had by the last of them: a series whose last gap has its `count` there ends with it.
 * Numbers lie within a gap where the run wrote steps again, or where gaps were joined.
 */
export const gap = z.object({
  kind: gapKind,
  count,
  from: z.number(),
  to: z.number(),
  from_time: z.number(),
  to_time: z.number(),
  after: count,
})
export type Gap = z.infer<typeof gap>

/**
 * One series. A name with a '/' is of a group ('val/accuracy'). Resources are `cpu` (cores in use), `memory` (MiB),
 * `gpu` (percent), `gpu_memory` (MiB) and `disk` (MiB written by the run); `unit` names that, '' for figures.
 * `count` counts the points written, also where fewer are kept; `last` is the value of the newest, null where no value was a
 * number. `gaps` are the values that were not, in the order in which they were written. A point is `[step, time, value]`: the step as the run
 * said it, or counted from 0, and the time in milliseconds since 1970. `points` is there where the series was asked for by name.
 */
export const series = z.object({
  name: z.string(),
  kind: seriesKind,
  unit: z.string(),
  count,
  last: z.nullable(z.number()),
  gaps: z.array(gap),
  points: z.optional(z.array(point)),
})
export type Series = z.infer<typeof series>

const byId = z.object({ id: z.string() })
const names = z.optional(z.string().check(z.maxLength(20_000)))

export const listSeries = route({
  id: 'listSeries',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/series',
  summary: 'The figures and resources of a run over time',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: ['run'],
  params: byId,
  query: z.object({
    ...inWorkspace,
    names: names.check(z.describe('Series whose points to send, separated by commas')),
    points: z
      ._default(z.int().check(z.minimum(2), z.maximum(MOST_POINTS)), 500)
      .check(z.describe('Most points to send of each series; thinning keeps the extremes')),
  }),
  /** `warnings`: sentences about what was written and could not be read */
  reply: z.object({ series: z.array(series), warnings: z.array(z.string()) }),
})

/**
 * Server-sent events while the run goes on: `series` (data: `{names}`) says which series have new points, the first
 * one names all; `end` (data: `{}`) that no more will come.
 */
export const followSeries = route({
  id: 'followSeries',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/series/follow',
  summary: 'Which series of a run have new points, as they are written',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'events',
  params: byId,
  query: workspaceQuery,
  reply: z.unknown(),
})

/**
 * One line a point: `name,step,time,value`, the time in ISO-8601 UTC. A gap has a line for its first and one for its last
 * value, which is `NaN`, `inf` or `-inf`, as pandas and NumPy read and write them.
 */
export const exportSeries = route({
  id: 'exportSeries',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/series.csv',
  summary: 'The stored points of a run as CSV',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'bytes',
  params: byId,
  query: z.object({
    ...inWorkspace,
    names: names.check(z.describe('Series to send, separated by commas; by default all')),
  }),
  reply: z.unknown(),
  media: 'text/csv; charset=utf-8',
})
