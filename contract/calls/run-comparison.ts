import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { inWorkspace, text } from '../wire/shapes.ts'
import { gapKind } from './run-series.ts'
import { resources, run } from './runs.ts'

/**
 * What one run of a comparison has. `code` is the same for runs of the same program, '' where it has none of its own;
 * `packages` holds the versions of its Python packages by name, null where it has no list of them; `series` names the
 * figures it wrote over time, `ended_in` those whose newest value is not a number, and what it is; `pictures` are paths of artifacts whose preview is an image, at most
 * 50 of at most 2 MiB each.
 */
const comparedRun = z.extend(run, {
  metrics: z.record(z.string(), z.number()),
  parameters: z.record(z.string(), z.record(z.string(), z.unknown())),
  series: z.array(z.string()),
  ended_in: z.record(z.string(), gapKind),
  dataset_uri: z.array(z.string()),
  tier_given: text,
  instance_type: text,
  granted: z.nullable(resources),
  code: z.string(),
  packages: z.nullable(z.record(z.string(), z.string())),
  pictures: z.array(z.string()),
})
export type ComparedRun = z.infer<typeof comparedRun>

/** Runs that a comparison holds at least and at most. */
export const FEWEST_COMPARED = 2
export const MOST_COMPARED = 20

/** In the order that was asked for; runs that do not exist in the workspace are left out. */
export const compareRuns = route({
  id: 'compareRuns',
  method: 'GET',
  path: '/api/v1/streamhistories/compare',
  summary: 'Two to twenty runs with everything that can differ between them',
  allow: 'run.read',
  scope: 'query',
  reads: ['run', 'stream', 'solution'],
  query: z.object({
    ...inWorkspace,
    runs: z.string().check(z.maxLength(1000), z.describe('The ids, separated by commas, two to twenty')),
  }),
  reply: z.object({ runs: z.array(comparedRun) }),
  errors: ['RUN.COMPARE'],
})
