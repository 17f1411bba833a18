import type { KeptQuotas } from '@podium/contract/calls/quotas.ts'
import type { Handle } from '@podium/database/connect.ts'
import type { InUse, PassedOver, QueuedRun } from '../run-records/queue.ts'
import { askedOf } from '../run-records/run-row.ts'
import { personLimits, workspaceLimits } from '../workspaces/quotas/limits.ts'
import { readAllQuotas } from '../workspaces/quotas/quota-reads.ts'
import { readDisplayNames, readHours } from './use-reads.ts'
import { type Taken, takenBy, type Wait, waitOf, waitSentence } from './waiting.ts'

/** Decides during one claim if the limits of workspace and person allow a queued run to start. */
export interface QuotaGate {
  /**
   * True if a limit keeps the run waiting. Later runs under the same limit then wait too, so that small runs do not
   * starve a large one. A run that is larger than its limit holds back no others.
   */
  holds(run: QueuedRun, inUse: readonly InUse[]): boolean
  /** the workspaces, people and runs that later reads of the queue skip */
  passedOver(): PassedOver
  /** the waiting runs, each with the sentence that names its limit */
  sentences(db: Handle): Promise<{ run: QueuedRun; detail: string }[]>
}

/** Reads limits and use in the claim's transaction, so that the next claim of any server sees these grants. */
export async function openQuotaGate(tx: Handle): Promise<QuotaGate> {
  const quotas = await readAllQuotas(tx)
  const hours = await hoursOf(tx, quotas)
  const held: { run: QueuedRun; wait: Wait }[] = []
  const reached = new Map<string, Wait>()
  const passed: PassedOver = { workspaces: [], people: [], runs: [] }

  function look(run: QueuedRun, inUse: readonly InUse[]): Wait | null {
    const limits = quotas.get(run.workspace_id)
    if (!limits) return null
    const requested = takenBy(askedOf(run))
    const before = [run.workspace_id, personKey(run.workspace_id, run.created_by)]
      .flatMap((key) => [reached.get(key), requested.gpu > 0 ? reached.get(gpuKey(key)) : undefined])
      .find((wait) => wait !== undefined)
    if (before) return before
    const here = inUse.filter(({ workspace_id }) => workspace_id === run.workspace_id)
    const own = here.filter(({ account_id }) => account_id === run.created_by)
    const wait = waitOf(limits, run.created_by, requested, {
      workspace: taken(here, hours.get(run.workspace_id)),
      person: taken(own, hours.get(personKey(run.workspace_id, run.created_by))),
    })
    if (wait && wait.requested === null) reach(run, wait)
    return wait
  }

  function reach({ workspace_id }: QueuedRun, wait: Wait): void {
    const key = wait.account_id === null ? workspace_id : personKey(workspace_id, wait.account_id)
    if (wait.quota === 'gpu') {
      reached.set(gpuKey(key), wait)
      return
    }
    reached.set(key, wait)
    const keys = wait.account_id === null ? passed.workspaces : passed.people
    keys.push(key)
  }

  return {
    holds(run, inUse) {
      const wait = look(run, inUse)
      if (wait === null) return false
      held.push({ run, wait })
      passed.runs.push(run.id)
      return true
    },
    passedOver: () => passed,
    async sentences(db) {
      const people = held.flatMap(({ wait }) => (wait.account_id === null ? [] : [wait.account_id]))
      const names = people.length === 0 ? new Map() : await readDisplayNames(db, [...new Set(people)])
      return held.map(({ run, wait }) => ({
        run,
        detail: waitSentence(wait, names.get(wait.account_id ?? '') ?? ''),
      }))
    },
  }
}

/** A reached limit of GPUs has a key of its own, because runs without a GPU may still start. */
function gpuKey(key: string): string {
  return `${key} gpu`
}

/** Must match the key that `lockQueue` builds in SQL. */
function personKey(workspaceId: string, accountId: string | null): string {
  return `${workspaceId} ${accountId}`
}

function taken(inUse: readonly InUse[], hours_month = 0): Taken {
  const sum = (of: keyof Taken) => inUse.reduce((total, { granted }) => total + takenBy(granted)[of], 0)
  return { runs: inUse.length, cpu: sum('cpu'), memory_gib: sum('memory_gib'), gpu: sum('gpu'), hours_month }
}

/** Hours used this month by workspace and by person, read only for workspaces that limit them. */
async function hoursOf(tx: Handle, quotas: ReadonlyMap<string, KeptQuotas>): Promise<Map<string, number>> {
  const limited = [...quotas].filter(([, limits]) => limitsHours(limits)).map(([id]) => id)
  const hours = new Map<string, number>()
  if (limited.length === 0) return hours
  for (const row of await readHours(tx, limited))
    for (const key of [row.workspace_id, personKey(row.workspace_id, row.account_id)])
      hours.set(key, (hours.get(key) ?? 0) + row.hours)
  return hours
}

function limitsHours(limits: KeptQuotas): boolean {
  const people = [null, ...Object.keys(limits.people ?? {})]
  return [workspaceLimits(limits), ...people.map((id) => personLimits(limits, id))].some(
    ({ hours_month }) => hours_month !== null,
  )
}
