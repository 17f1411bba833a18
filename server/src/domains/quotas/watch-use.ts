import type { KeptQuotas, Quota } from '@podium/contract/calls/quotas.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type QuotaUse, tellOfQuota } from '../notifications/quota-events.ts'
import { query } from '../rows.ts'
import { setNotified } from '../workspaces/quotas/edit.ts'
import { workspaceLimits } from '../workspaces/quotas/limits.ts'
import { readAllQuotas, readStored } from '../workspaces/quotas/quota-reads.ts'
import { readHours } from './use-reads.ts'

const GIB = 1024 ** 3

/** The percentage of each limit of which people were notified last. */
type NotifiedUse = Partial<Record<Quota, number>>

/**
 * Notifies people when 80 or 100 % of a limit are used, once each time the use rises to it. Only hours and storage
 * are watched, because they stop the work; the other limits are reached every day and only delay runs.
 */
export async function watchUse({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<void> {
  for (const [id, limits] of await readAllQuotas(database))
    await watchOne(database, id, limits).catch((error) => {
      log.warn({ err: error, workspace: id }, 'the use of the limits of a workspace could not be read')
    })
}

async function watchOne(database: Database, id: string, limits: KeptQuotas): Promise<void> {
  const { hours_month, storage_gib } = workspaceLimits(limits)
  const uses = [
    ...(hours_month ? [reached('hours_month', await hoursOf(database, id), hours_month)] : []),
    ...(storage_gib ? [reached('storage_gib', await storageOf(database, id), storage_gib)] : []),
  ]
  await tellOnce(database, id, uses)
}

async function tellOnce(database: Database, id: string, uses: readonly QuotaUse[]): Promise<void> {
  const row = await query(database).first<{ told: NotifiedUse }>(
    sql`select quotas_told as told from workspaces where id = ${id}::uuid`,
  )
  const before = row?.told ?? {}
  const now = Object.fromEntries(uses.map(({ quota, percent }) => [quota, percent]))
  if (uses.every(({ quota, percent }) => percent === (before[quota] ?? 0))) return
  await database.transaction(async (tx) => {
    if (!(await setNotified(tx, id, before, now))) return
    for (const use of uses) if (use.percent > (before[use.quota] ?? 0)) await tellOfQuota(tx, id, use)
  })
}

function reached(quota: Quota, used: number, limit: number): QuotaUse {
  const percent = used >= limit ? 100 : used >= 0.8 * limit ? 80 : 0
  return { quota, percent, used, limit }
}

async function hoursOf(db: Handle, id: string): Promise<number> {
  return (await readHours(db, [id])).reduce((sum, { hours }) => sum + hours, 0)
}

async function storageOf(db: Handle, id: string): Promise<number> {
  return (await readStored(db, id)).reduce((sum, { bytes }) => sum + bytes, 0) / GIB
}
