import { listStreams } from '@podium/contract/streams.ts'
import { q } from '../../../api/query.ts'

/** The streams of an instance, that of the newest change first. */
export function instanceStreams(workspace_id: string, instance_id: string) {
  return q(listStreams, { query: { workspace_id, instance_id, page_size: 100, sort: '-updated_at' } })
}
