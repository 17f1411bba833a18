import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count, inWorkspace, workspaceQuery } from '../wire/shapes.ts'

/** Series of a run over time: the figures it writes and the resources that the engine measures. */

/** Maximum number of points that a series keeps; of more, the extremes are kept. */
export const MAX_POINTS = 2000

/** Maximum number of gaps that a series keeps; beyond it, the closest gaps of the same kind are joined. */
export const MAX_GAPS = 100

export const seriesKind = z.enum(['figure', 'resource'])
export type SeriesKind = z.infer<typeof seriesKind>

/** Described as an array of three numbers, because OpenAPI 3.0 has no tuples. */
const point = z.array(z.number()).check(z.length(3)) as unknown as z.ZodMiniType<[number, number, number]>

export const gapKind = z.enum(['NaN', 'inf', '-inf'])
export type GapKind = z.infer<typeof gapKind>

/**
 * Consecutive values of one kind that are not numbers. `count` is their number; `from` and `to` are the lowest and
 * highest step, `from_time` and `to_time` the times in milliseconds since 1970. `after` is how many numbers the series
 * had when the last of them was written: if it equals the series' `count`, the series ends with this gap. A gap can
 * contain numbers if the run wrote steps again or if gaps were joined.
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
 * One series. The part of a name before a '/' is its group ('val/accuracy'). Resources are `cpu` (cores in use),
 * `memory` (MiB), `gpu` (percent), `gpu_memory` (MiB) and `disk` (MiB written by the run); `unit` names the unit, ''
 * for figures. `count` is the number of points written, even if fewer are kept; `last` is the newest numeric value, or
 * null. `gaps` lists the non-numeric values in the order of writing. A point is `[step, time, value]`: the step that
 * the run gave or counted from 0, and the time in milliseconds since 1970. `points` is present only if the series was
 * requested by name.
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
      ._default(z.int().check(z.minimum(2), z.maximum(MAX_POINTS)), 500)
      .check(z.describe('Most points to send of each series; thinning keeps the extremes')),
  }),
  /** `warnings`: sentences about written lines that could not be read */
  reply: z.object({ series: z.array(series), warnings: z.array(z.string()) }),
})

/**
 * Server-sent events while the run is live. `series` (data: `{names}`) says which series have new points; the first one
 * names all. `end` (data: `{}`) says that no more will come.
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
 * One line per point: `name,step,time,value`, the time in ISO-8601 UTC. A gap has one line for its first and one for
 * its last value, `NaN`, `inf` or `-inf`, as pandas and NumPy read and write them.
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
