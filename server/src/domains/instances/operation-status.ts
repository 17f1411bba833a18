import type { Instance } from '@podium/contract/instances.ts'
import { LIVE_STATES } from '@podium/contract/run-state.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances } from '@podium/database/schema/solutions.ts'
import { sql } from 'drizzle-orm'

const liveStates = sql.raw(LIVE_STATES.map((state) => `'${state}'`).join(', '))

/** Draft before all; else what the newest run says: under way, failed, or nothing to tell. */
export const operationStatus = sql<
  Instance['operation_status']
>`case when ${instances.draft} then 'draft' else coalesce((
  select case when state in (${liveStates}) then 'training' when state = 'failed' then 'failed' else 'idle' end
  from ${runs} where instance_id = ${instances}.id order by created_at desc, id desc limit 1
), 'idle') end`
