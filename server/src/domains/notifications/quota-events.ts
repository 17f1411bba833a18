import type { Quota } from '@podium/contract/calls/quotas.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { managersOf, queueEvents } from './queue.ts'

/** How much of a limit a workspace has used, in the unit of the limit. */
export interface QuotaUse {
  quota: Quota
  /** 80 or 100: what the use has reached */
  percent: number
  used: number
  limit: number
}

/** Queues what webhooks and managers are told of a limit that is nearly or wholly used. */
export function tellOfQuota(tx: Handle, workspaceId: string, use: QuotaUse): Promise<void> {
  return queueEvents(
    tx,
    sql`
    select w.id as workspace_id, null::uuid as run_id, array['quota.reached'] as names,
      ${managersOf(sql`w.id`)} as people,
      jsonb_build_object('workspace', jsonb_build_object('id', w.id, 'name', regexp_replace(w.name, '-ws$', '')),
        'quota', ${JSON.stringify(use)}::jsonb) as facts
    from workspaces w where w.id = ${workspaceId}::uuid`,
  )
}
