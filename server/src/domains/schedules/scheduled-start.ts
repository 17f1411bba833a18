import { Failure, FieldProblems } from '@podium/contract/rules/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Actor } from '../audit/audit.ts'
import type { ResolveDeps } from '../runs/start/resolve-start.ts'
import { startRun } from '../runs/start/start.ts'
import type { Person } from './person-reads.ts'
import type { ScheduleRow } from './repository.ts'

export type SchedulerDeps = ResolveDeps

/** Another server was faster, or the schedule was changed meanwhile: nothing was done. */
export class Overtaken extends Error {}

/** The actor in the audit log: the person whose rights the schedule has. */
export function actorOf({ account_id, username }: Person): Actor {
  return { account_id, username, address: null, request_id: null }
}

/**
 * Starts a run of the schedule as its person would.
 * @param settle writes the outcome in the same transaction; throws Overtaken if that is no longer possible
 * @returns the reason for a refusal, or null if the run was started
 */
export async function startScheduled(
  deps: SchedulerDeps,
  { id, stream_id, pipeline, model_from }: ScheduleRow,
  person: Person,
  settle: (tx: Transaction, runId: string) => Promise<boolean>,
): Promise<string | null> {
  const request = { pipeline, ...(model_from !== null && { model_from }) }
  const settled = async (tx: Transaction, runId: string) => {
    if (!(await settle(tx, runId))) throw new Overtaken()
  }
  try {
    await startRun(deps, actorOf(person), stream_id, request, null, { id, settle: settled })
    return null
  } catch (error) {
    const isRefusal = error instanceof FieldProblems || (error instanceof Failure && error.status < 500)
    if (!isRefusal) throw error
    return error.message
  }
}
