import type { previewRetention } from '@podium/contract/calls/retention.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Call } from '../../http/call.ts'
import { instantOf } from './apply-rules.ts'
import { refuseEmptyRules } from './edit-retention.ts'
import { countUnmeasured, readFreeFiles } from './preview-reads.ts'
import { readRetention } from './reads.ts'

type Asked = Call<typeof previewRetention>

/** Previews rules: those that were sent, and the workspace's own for a kind that was left out. */
export async function previewRules(
  database: Database,
  workspace_id: string,
  page: Asked['query'],
  { as_of: named, ...sent }: Asked['body'],
) {
  refuseEmptyRules(sent)
  const own = await readRetention(database, workspace_id)
  const rules = {
    logs: sent.logs === undefined ? own.logs : sent.logs,
    artifacts: sent.artifacts === undefined ? own.artifacts : sent.artifacts,
  }
  const as_of = await instantOf(database, workspace_id, named)
  const [free, unmeasured] = await Promise.all([
    readFreeFiles(database, { workspace_id, rules, as_of }, page),
    countUnmeasured(database, workspace_id),
  ])
  return { ...free, as_of, unmeasured }
}
