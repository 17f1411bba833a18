import { seedRuns } from '../run-list/seed.ts'
import type { Verdict } from '../verdict.ts'
import { measureLists } from './lists.ts'

/** Measures the runs of a workspace with 10,000, beside one with 100. */
export function measureRuns(): Promise<Verdict[]> {
  return measureLists({
    what: 'runs',
    few: 100,
    many: 10_000,
    seed: seedRuns,
    calls: ({ workspace_id }, size) => {
      const path = `/api/v1/streamhistories?workspace_id=${workspace_id}&page_size=50`
      return {
        list: path,
        'last page': `${path}&page=${size / 50}`,
        'filter by state': `${path}&state=failed`,
        'sort by name': `${path}&sort=name`,
        'search a name': `${path}&q=solution-1-7`,
      }
    },
  })
}
