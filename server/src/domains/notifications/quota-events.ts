import type { Quota } from '@podium/contract/calls/quotas.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { managersOf, queueEvents } from './queue.ts'

/** The use of a limit by a workspace, in the unit of the limit. */
export interface QuotaUse {
  quota: Quota
  /** the threshold that the use has reached: 80 or 100 */
  percent: number
  used: number
  limit: number
}

/** Queues the event that a limit is nearly or wholly used, for webhooks and managers. */
export function tellOfQuota(tx: Handle, workspaceId: string, use: QuotaUse): Promise<void> {
  return queueEvents(
    tx,
    sql`
    select w.id as workspace_id, null::uuid as run_id, array['quota.reached'] as names,
      ${managersOf(sql`w.id`)} as people,
      jsonb_build_object('workspace', jsonb_build_object('id', w.id, 'name', w.display_name),
        'quota', ${JSON.stringify(use)}::jsonb) as facts
    from workspaces w where w.id = ${workspaceId}::uuid`,
  )
}
