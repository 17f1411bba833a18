import { sentences } from '@podium/contract/rules/run-state.ts'
import { isGpuTier, type Tier } from '@podium/contract/rules/tiers.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { type Admission, type Engine, StartRefused } from '@podium/engines/engine.ts'
import { inArray, sql } from 'drizzle-orm'
import { failureIn } from '../logs/failure/failure.ts'
import { openQuotaGate, type QuotaGate } from '../quotas/gate.ts'
import { leaseEnd } from '../run-records/lease.ts'
import { removeRunSecrets } from '../run-records/masking/run-secrets.ts'
import { announce, moveRun } from '../run-records/move.ts'
import { type InUse, lockQueue, type QueuedRun, readInUse, writeWaiting } from '../run-records/queue.ts'
import { askedOf, keyOf } from '../run-records/run-row.ts'

/** The rest of a longer queue is not read; those runs keep their sentence until they come nearer. */
const LOOKED_AT = 200

const WITHOUT_GPU = 'This run asks for a GPU, and its tier has none: start it again with another tier.'

/** Serialises claims among all servers, so that no two grant the same memory. */
const CLAIM_LOCK = 4_927_001

/**
 * Assigns queued runs to this server in the queue's order while the engine has room. The first run that does not fit
 * holds back those after it, so that small runs never starve a large one. A run that waits for a limit of its
 * workspace or person, or for what another run does, holds back no others. Returns the assigned and the refused runs.
 */
export async function claimRuns(db: Database, engine: Engine, owner: string): Promise<Claimed> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const claimed: Claimed = { given: [], refused: [] }
    let queue = await lockQueue(tx, LOOKED_AT)
    if (queue.length === 0) return claimed
    const inUse = await readInUse(tx)
    const gate = await openQuotaGate(tx)
    const waiting: WaitingRun[] = []
    const deferred: { run: QueuedRun; detail: string }[] = []
    while (queue.length > 0) {
      for (const run of queue) {
        const answer = await ask(engine, gate, run, inUse)
        if (answer === 'held') continue
        if ('deferred' in answer) deferred.push({ run, detail: answer.deferred })
        else if ('refused' in answer) {
          await refuse(tx, run, answer.refused)
          claimed.refused.push(run)
        } else if (!answer.fits)
          waiting.push({ run, waits_for: answer.waits_for, held: answer.lacks === 'share' })
        else if (waiting.length > 0) waiting.push({ run, waits_for: null, held: false })
        else {
          await give(tx, run, answer, owner)
          inUse.push({ workspace_id: run.workspace_id, account_id: run.created_by, granted: answer.granted })
          claimed.given.push(run)
        }
      }
      const passed = gate.passedOver()
      const apart = [...passed.runs, ...deferred.map(({ run }) => run.id)]
      const isHeld = queue.some(({ id }) => apart.includes(id))
      queue = isHeld && waiting.length === 0 ? await lockQueue(tx, LOOKED_AT, { ...passed, runs: apart }) : []
    }
    await explain(tx, waiting, inUse)
    await announce(tx, await writeWaiting(tx, [...deferred, ...(await gate.sentences(tx))]))
    return claimed
  })
}

export interface Claimed {
  given: QueuedRun[]
  refused: QueuedRun[]
}

type WaitingRun = Pick<Waiting, 'waits_for' | 'held'> & { run: QueuedRun }

type Answer = Admission | { refused: string } | { deferred: string } | 'held'

async function ask(engine: Engine, gate: QuotaGate, run: QueuedRun, inUse: InUse[]): Promise<Answer> {
  try {
    // Asked before the limits: a run that is deferred must not count against a limit and hold back others.
    const deferred = await engine.deferral?.(keyOf(run))
    if (deferred) return { deferred }
    if (gate.holds(run, inUse)) return 'held'
    // An earlier release queued such runs with the engine's default resources, which have no GPU.
    if (isGpuTier(run.tier_asked as Tier) && run.asked_gpu === 0) return { refused: WITHOUT_GPU }
    return await engine.admit(
      askedOf(run),
      inUse.map(({ granted }) => granted),
    )
  } catch (error) {
    if (error instanceof StartRefused) return { refused: error.message }
    throw error
  }
}

async function give(tx: Handle, run: QueuedRun, { granted }: Admission, owner: string): Promise<void> {
  await moveRun(tx, run, 'starting', {
    owner,
    lease_until: leaseEnd(),
    submitted: false,
    granted_cpu: granted.cpu,
    granted_memory_mib: granted.memory_mib,
    granted_gpu: granted.gpu,
    detail: sentences.getting_ready,
  })
}

async function refuse(tx: Handle, run: QueuedRun, detail: string): Promise<void> {
  const ended = { ...failureIn(detail), raw: { refused: true }, ended_at: sql`now()` }
  await moveRun(tx, run, 'failed', { detail, ...ended })
  await removeRunSecrets(tx, run.id)
}

async function explain(tx: Handle, waiting: readonly WaitingRun[], inUse: readonly InUse[]): Promise<void> {
  const names = await namesOf(tx, [...new Set(waiting.map(({ run }) => run.workspace_id))])
  const sentences = waiting.map(({ run, waits_for, held }, index) => ({
    run,
    detail: waitingSentence({
      position: index + 1,
      waits_for,
      held,
      workspace: names.get(run.workspace_id) ?? '',
      own_in_use: inUse.some(({ workspace_id }) => workspace_id === run.workspace_id),
      others_in_use: inUse.some(({ workspace_id }) => workspace_id !== run.workspace_id),
    }),
  }))
  await announce(tx, await writeWaiting(tx, sentences))
}

async function namesOf(tx: Handle, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: workspaces.id, name: workspaces.display_name })
    .from(workspaces)
    .where(inArray(workspaces.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface Waiting {
  /** position in the queue, from 1 */
  position: number
  /** the reason from the engine; null if only the order of the queue keeps the run waiting */
  waits_for: string | null
  /** true if runs under way have the resources it waits for and will free them */
  held: boolean
  /** display name of the run's own workspace */
  workspace: string
  /** true if this workspace has runs under way; `others_in_use`: true if any other has */
  own_in_use: boolean
  others_in_use: boolean
}

/** Explains why a run waits. It never names other workspaces, because the reader may not know that they exist. */
export function waitingSentence(waiting: Waiting): string {
  const { position, waits_for, held, workspace, own_in_use, others_in_use } = waiting
  const ahead = position - 1
  const holders = [own_in_use ? workspace : null, others_in_use ? 'other workspaces' : null].filter(
    (holder) => holder !== null,
  )
  return [
    ahead > 0 ? `${ahead} run${ahead === 1 ? '' : 's'} ahead.` : null,
    waits_for,
    held && holders.length > 0 ? `In use by ${holders.join(' and ')}.` : null,
    ahead === 0 && waits_for === null ? 'Starts next.' : null,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
