import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { inWorkspace, text } from '../wire/shapes.ts'
import { gapKind } from './run-series.ts'
import { resources, run } from './runs.ts'

/**
 * One run of a comparison. `configuration` holds what its program wrote to files such as `.hydra/config.yaml`; `code` is the same for runs of the same program, '' if the run has no code of its own;
 * `packages` maps its Python packages to versions, null without a list; `series` names the figures it wrote over time;
 * `ended_in` names those whose newest value is not a number, with that value; `pictures` are paths of artifacts with an
 * image preview, at most 50 of at most 2 MiB each.
 */
const comparedRun = z.extend(run, {
  metrics: z.record(z.string(), z.number()),
  parameters: z.record(z.string(), z.record(z.string(), z.unknown())),
  configuration: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
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

/** Minimum and maximum number of runs in a comparison. */
export const FEWEST_COMPARED = 2
export const MAX_COMPARED = 20

/** Keeps the requested order and leaves out runs that do not exist in the workspace. */
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
