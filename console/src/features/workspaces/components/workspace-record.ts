import { readWorkspace, type Workspace } from '@podium/contract/workspaces.ts'
import { queryOptions } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import type { ReplyOf } from '../../../api/route-types.ts'

/** One workspace, asked for by its id. */
export function recordQuery(id: string) {
  const { queryKey, queryFn } = q(readWorkspace, { query: { workspace_id: id } })
  return queryOptions({ queryKey, ...(queryFn && { queryFn }), select: recordOf })
}

/** The answer of that dialect, where the bucket is a text. */
function recordOf(info: ReplyOf<typeof readWorkspace>): Workspace {
  const { s3_bucket_name: bucket } = info
  return { ...info, s3_bucket_name: typeof bucket === 'string' ? bucket : bucket.private }
}
