import { listInstances } from '@podium/contract/instances.ts'
import { listSolutionStreams } from '@podium/contract/runs.ts'
import type { Solution } from '@podium/contract/solutions.ts'

import { q } from '../../../api/query.ts'

/** What uses a solution, as far as its page looks: the cards and the list of people read the same answers. */

const NEWEST = { page_size: 100, sort: '-updated_at' } as const

export const instancesQuery = ({ id, workspace_id }: Solution) =>
  q(listInstances, { query: { workspace_id, solution_id: id, ...NEWEST } })

export const streamsQuery = ({ id }: Solution) => q(listSolutionStreams, { params: { id }, query: NEWEST })
