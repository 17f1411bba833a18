import { listInstanceRuns } from '@podium/contract/calls/runs.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { q } from '../../../api/query.ts'

/** The streams of an instance, newest change first. */
export function instanceStreams(workspace_id: string, instance_id: string) {
  return q(listStreams, { query: { workspace_id, instance_id, page_size: 100, sort: '-updated_at' } })
}

/** The newest runs of an instance. Its status is derived from the first. */
export function latestRuns(id: string) {
  return q(listInstanceRuns, { params: { id }, query: { page_size: 20, sort: '-created_at' } })
}
