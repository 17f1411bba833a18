import { fail } from '@podium/contract/rules/errors.ts'
import { canonicalJson } from '@podium/contract/rules/metadata-json.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { type Actor, type AuditEvent, record } from './audit/audit.ts'

/** One edit of one record: `Row` is what is locked of it, `Fields` what can be edited. */
export interface RecordEdit<Row extends { revision: number }, Fields extends object> {
  actor: Actor
  /** the one the caller saw; null when the caller named none, and then any is edited */
  revision: number | null
  /** Reads the record and keeps others from changing it until the transaction ends. */
  lock(tx: Transaction): Promise<Row | null>
  /** Makes the record if there is none and the caller names no revision. */
  create?(tx: Transaction): Promise<void>
  /** The fields as they are, and those that are asked for. */
  compare(row: Row): { before: Fields; after: Partial<Fields> }
  /** Whether what was prepared before the record was locked serves for these changes; else the edit is stale. */
  isPreparedFor?(changes: Partial<Fields>): boolean
  /** Checks and writes the fields that differ. */
  write(tx: Transaction, changes: Partial<Fields>, row: Row): Promise<void>
  /** How the audit names the edit. */
  event(row: Row, after: Fields): Omit<AuditEvent, 'before' | 'after'>
  /** The changed fields as the audit has them: shortened, and without secrets. */
  audited?(before: Partial<Fields>, after: Partial<Fields>): Pick<AuditEvent, 'before' | 'after'>
}

/**
 * Edits a record: of many edits of one revision one is made, and only what differs is written and recorded.
 * @param read the record as it goes out, in an error too; fails where it is gone
 * @throws Failure NOT.FOUND, EDIT.STALE with the record as it is now
 */
export async function editRecord<Row extends { revision: number }, Fields extends object, Current>(
  database: Database,
  edit: RecordEdit<Row, Fields>,
  read: () => Promise<Current>,
): Promise<Current> {
  const isDone = await database.transaction((tx) => editLocked(tx, edit))
  const current = await read()
  return isDone ? current : fail('EDIT.STALE', {}, { current })
}

/** The fields that were sent. Those left out stay as they are. */
export function sentFields<Sent extends object>(sent: Sent) {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Sent]?: Exclude<Sent[Field], undefined>
  }
}

/** The part of an edit that is one transaction. @returns false when it is stale */
async function editLocked<Row extends { revision: number }, Fields extends object>(
  tx: Transaction,
  edit: RecordEdit<Row, Fields>,
): Promise<boolean> {
  const { actor, revision, audited = (before, after) => ({ before, after }) } = edit
  const row = await edit.lock(tx)
  if (!row && edit.create && revision === null) {
    await edit.create(tx)
    return true
  }
  if (!row) fail('NOT.FOUND')
  if (revision !== null && revision !== row.revision) return false
  const { before, after } = edit.compare(row)
  const changed = (Object.keys(after) as (keyof Fields)[]).filter(
    (field) => canonicalJson(after[field]) !== canonicalJson(before[field]),
  )
  if (changed.length === 0) return true
  const changes = pick<Fields>(after, changed)
  if (edit.isPreparedFor?.(changes) === false) return false
  await edit.write(tx, changes, row)
  await record(tx, actor, {
    ...edit.event(row, { ...before, ...changes }),
    ...audited(pick(before, changed), changes),
  })
  return true
}

function pick<T extends object>(from: Partial<T>, fields: (keyof T)[]): Partial<T> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<T>
}
