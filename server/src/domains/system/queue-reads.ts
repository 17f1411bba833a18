import type { listQueue, QueuedWorkspace, Resources } from '@podium/contract/calls/system.ts'
import { sentences } from '@podium/contract/rules/run-state.ts'
import type { Database } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import type { Call } from '../../http/call.ts'
import { pageOf } from '../../http/list.ts'
import { columnsOf, query, type ReplyColumns } from '../rows.ts'

type Row = Omit<QueuedWorkspace, 'granted'> & Resources

interface Counts {
  total: number
  queued: number
  starting: number
  running: number
  waiting_since: string | null
}

/** Reads only live runs, through the index that holds no others. */
const LIVE = sql`from runs where state in (${liveStates})`
/** Waits here, or in a cluster's queue: then the engine has given its own sentence, and there is no progress. */
const WAITS = sql`(state = 'queued' or
  (state = 'starting' and stop_requested_at is null and progress is null and detail not in ('', ${sentences.getting_ready}, ${sentences.keeping})))`
const COUNTS = sql`
  count(*) filter (where ${WAITS})::int as queued,
  count(*) filter (where state = 'starting' and not ${WAITS})::int as starting,
  count(*) filter (where state = 'running')::int as running,
  min(created_at) filter (where ${WAITS}) as waiting_since`

const QUEUED: ReplyColumns<Row> = {
  workspace_id: sql`queue.workspace_id`,
  workspace_name: sql`workspaces.name`,
  queued: sql`queue.queued`,
  starting: sql`queue.starting`,
  running: sql`queue.running`,
  waiting_since: sql`queue.waiting_since`,
  waits_for: sql`queue.waits_for`,
  cpu: sql`queue.cpu`,
  memory_mib: sql`queue.memory_mib`,
  gpu: sql`queue.gpu`,
}

/** The running and waiting runs of each workspace; a waiting run has no granted resources. */
export function createQueueReads(db: Database) {
  return {
    async list(page: Call<typeof listQueue>['query']) {
      const [rows, counts] = await Promise.all([
        query(db).rows<Row>(sql`
          select ${columnsOf(QUEUED)} from (
            select workspace_id, ${COUNTS},
              coalesce((array_agg(detail order by created_at, id) filter (where ${WAITS}))[1], '') as waits_for,
              coalesce(sum(granted_cpu) filter (where not ${WAITS}), 0) as cpu,
              coalesce(sum(granted_memory_mib) filter (where not ${WAITS}), 0)::float8 as memory_mib,
              coalesce(sum(granted_gpu) filter (where not ${WAITS}), 0)::float8 as gpu
            ${LIVE} group by workspace_id
          ) as queue join workspaces on workspaces.id = queue.workspace_id
          order by waiting_since nulls last, lower(workspaces.name), workspace_id ${pageOf(page)}`),
        query(db).first<Counts>(sql`select count(distinct workspace_id)::int as total, ${COUNTS} ${LIVE}`),
      ])
      if (!counts) throw new Error('The count of the queue has no row.')
      const workspaces = rows.map(({ cpu, memory_mib, gpu, ...row }) => ({
        ...row,
        granted: { cpu, memory_mib, gpu },
      }))
      return { workspaces, ...counts }
    },
  }
}
