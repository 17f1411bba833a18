import type { Transaction } from '@podium/database/connect.ts'
import type { Caller } from '../../http/call.ts'
import { checkStillAllowed } from '../../http/session/still-allowed.ts'
import type { Actor } from '../audit/audit.ts'
import { lockBucket } from '../workspaces/service.ts'

/** Checks a person's right again before each batch, because they may lose it; the product itself keeps its right. */
export async function checkActor(tx: Transaction, actor: Actor | Caller, workspaceId: string): Promise<void> {
  if (!('session' in actor)) return
  await lockBucket(tx, workspaceId)
  await checkStillAllowed(tx, actor, workspaceId, 'retention.edit')
}
