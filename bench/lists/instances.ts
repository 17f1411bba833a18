import type { Verdict } from '../verdict.ts'
import { measureLists } from './lists.ts'
import { seedSolutions } from './solutions.ts'

/** Measures a workspace with 10,000 instances, each with a stream and two runs, beside one with 100. */
export function measureInstances(): Promise<Verdict[]> {
  return measureLists({
    what: 'instances',
    few: 100,
    many: 10_000,
    seed: seedSolutions,
    calls: ({ workspace_id }) => {
      const asked = `workspace_id=${workspace_id}`
      return {
        list: `/api/v1/instances?${asked}`,
        'sort by name': `/api/v1/instances?${asked}&sort=name`,
        'with their streams': `/api/v1/streams/by-instance?${asked}`,
        'with a failed run': `/api/v1/streams/by-instance?${asked}&state=failed`,
        streams: `/api/v1/streams?${asked}`,
      }
    },
  })
}
