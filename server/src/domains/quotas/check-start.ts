import type { KeptQuotas } from '@podium/contract/calls/quotas.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import type { Resources } from '@podium/engines/engine.ts'
import { checkRoomForRuns } from '../workspaces/quotas/storage.ts'
import { takenBy, tooLargeSentence, waitOf } from './waiting.ts'

const NOTHING = { runs: 0, cpu: 0, memory_gib: 0, gpu: 0, hours_month: 0 }

/**
 * Refuses a start that waiting would not help: a run larger than a limit, or any run while the storage is used up.
 * @throws Failure RUN.CHOICE, QUOTA.STORAGE.START
 */
export async function checkStart(
  db: Handle,
  workspace: { id: string; quotas: KeptQuotas },
  account_id: string | null,
  requested: Resources,
): Promise<void> {
  const wait = waitOf(workspace.quotas, account_id, takenBy(requested), {
    workspace: NOTHING,
    person: NOTHING,
  })
  if (wait && wait.requested !== null) fail('RUN.CHOICE', { problem: tooLargeSentence(wait, wait.requested) })
  await checkRoomForRuns(db, workspace.quotas, { workspace_id: workspace.id, account_id })
}
