import { fail } from '@podium/contract/rules/errors.ts'
import { isUuid } from '../../../http/scoped-objects.ts'
import type { Key, Order } from './run-order.ts'

/** The position at which a page ends and the next one begins. Callers get it as an opaque text. */
export interface Cursor {
  sort: string
  /** true if the position is among the runs that have a value for the sort */
  has: boolean
  /** the sort keys of the last run */
  values: (string | number)[]
  /** total number of runs, as the first page said */
  total: number
  total_is_capped: boolean
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/**
 * Parses the cursor of a list with that order.
 * @param orderOf the order of the runs that have a value for the sort, or of the others
 * @throws Failure RUN.FILTER if it is invalid, or of another order
 */
export function readCursor(text: string, sort: string, orderOf: (has: boolean) => Order): Cursor {
  const cursor = parsed(text)
  if (cursor?.sort !== sort || typeof cursor.has !== 'boolean' || !Array.isArray(cursor.values))
    return refuse()
  if (!cursor.has && orderOf(true).has === null) return refuse()
  const { keys } = orderOf(cursor.has)
  const { values, total, total_is_capped } = cursor
  const fits = values.length === keys.length && keys.every(({ kind }, at) => isOf(kind, values[at]))
  if (!fits || !Number.isSafeInteger(total) || typeof total_is_capped !== 'boolean') return refuse()
  return cursor
}

function parsed(text: string): Cursor | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

/** The first and the last instant accepted here, in milliseconds: the years 0 to 9999, which PostgreSQL can compare. */
const INSTANTS = [-62_167_219_200_000, 253_402_300_799_999] as const

function isOf(kind: Key['kind'], value: unknown): boolean {
  if (kind === 'text') return typeof value === 'string' && !value.includes('\0')
  if (kind === 'id') return typeof value === 'string' && isUuid(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  return kind === 'number' || (value >= INSTANTS[0] && value <= INSTANTS[1])
}

function refuse(): never {
  fail('RUN.FILTER', {
    problem:
      'This cursor belongs to another list. Send the next_cursor of the previous page with the same sort, or none.',
  })
}
