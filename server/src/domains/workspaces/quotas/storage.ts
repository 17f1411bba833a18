import type { KeptQuotas } from '@podium/contract/calls/quotas.ts'
import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { personLimits, workspaceLimits } from './limits.ts'
import { type Except, readQuotasOf, readStored, type Stored } from './quota-reads.ts'

const GIB = 1024 ** 3

/** Advisory lock: in a workspace with a limit, files are placed one at a time, so that two never use the same room. */
const STORAGE_LOCK = 4_927_002

/** A file to be stored. */
export interface Added {
  workspace_id: string
  account_id: string | null
  /** null if unknown */
  bytes: number | null
  what: 'upload' | 'version'
  /** the path of the upload that it replaces */
  replaces?: string
  /** true if it was counted when its upload began: unfinished uploads then do not count against it */
  was_counted?: boolean
}

/**
 * Checks the limits of workspace and person in the transaction that places a file. Locks other placements in a
 * workspace with such limits until the transaction ends.
 * @throws Failure QUOTA.STORAGE
 */
export async function lockStorage(tx: Transaction, added: Added): Promise<void> {
  const quotas = await readQuotasOf(tx, added.workspace_id)
  if (!limitsStorage(quotas, added.account_id)) return
  await tx.execute(sql`select pg_advisory_xact_lock(${STORAGE_LOCK}, hashtext(${added.workspace_id}))`)
  refuseStorage(quotas, await readStored(tx, added.workspace_id, except(added)), added)
}

/**
 * Refuses a file that does not fit before it is sent. Reserves nothing: the limits are checked again when it is placed.
 * @throws Failure QUOTA.STORAGE
 */
export async function checkStorage(db: Handle, added: Added): Promise<void> {
  const quotas = await readQuotasOf(db, added.workspace_id)
  if (limitsStorage(quotas, added.account_id))
    refuseStorage(quotas, await readStored(db, added.workspace_id, except(added)), added)
}

function except({ replaces, was_counted = false }: Added): Except {
  return { upload: replaces, begun: was_counted }
}

/**
 * Refuses new runs beyond the limit. Live runs keep their files, whatever the limit.
 * @throws Failure QUOTA.STORAGE.START
 */
export async function checkRoomForRuns(
  db: Handle,
  quotas: KeptQuotas,
  { workspace_id, account_id }: Pick<Added, 'workspace_id' | 'account_id'>,
): Promise<void> {
  if (!limitsStorage(quotas, account_id)) return
  // Announced uploads do not count, because one could otherwise stop all starts.
  const storedBytes = await readStored(db, workspace_id, { begun: true })
  for (const use of usesOf(quotas, storedBytes, account_id))
    if (use.used >= use.limit) fail('QUOTA.STORAGE.START', inWords(use))
}

interface Use {
  used: number
  limit: number
  isPerson: boolean
}

function refuseStorage(
  quotas: KeptQuotas,
  storedBytes: readonly Stored[],
  { account_id, bytes, what }: Added,
): void {
  for (const use of usesOf(quotas, storedBytes, account_id))
    if (bytes !== 0 && use.used + (bytes ?? 1) > use.limit)
      fail('QUOTA.STORAGE', {
        what,
        size: bytes === null ? '' : ` of ${sizeInWords(bytes)}`,
        ...inWords(use),
      })
}

function limitsStorage(quotas: KeptQuotas, accountId: string | null): boolean {
  return workspaceLimits(quotas).storage_gib !== null || personLimits(quotas, accountId).storage_gib !== null
}

/** The stored bytes and the limit of workspace and person, if limited. Files stored by the host belong to no person. */
function usesOf(quotas: KeptQuotas, storedBytes: readonly Stored[], accountId: string | null): Use[] {
  const total = (of: readonly Stored[]) => of.reduce((sum, { bytes }) => sum + bytes, 0)
  const own = storedBytes.filter(({ account_id }) => account_id === accountId)
  const [whole, person] = [workspaceLimits(quotas).storage_gib, personLimits(quotas, accountId).storage_gib]
  return [
    ...(whole === null ? [] : [{ used: total(storedBytes), limit: whole * GIB, isPerson: false }]),
    ...(person === null || accountId === null
      ? []
      : [{ used: total(own), limit: person * GIB, isPerson: true }]),
  ]
}

function inWords({ used, limit, isPerson }: Use) {
  return {
    used: sizeInWords(used),
    limit: sizeInWords(limit),
    by: isPerson ? 'by what you stored in this workspace' : 'in this workspace',
    who: isPerson ? 'a manager' : 'an administrator',
  }
}
