import { fail } from '@podium/contract/rules/errors.ts'
import { isUuid } from '../../../http/scoped-objects.ts'
import type { Key, Order } from './run-order.ts'

/** Where a page ends: the next one begins after it. Callers get it as a text that they need not understand. */
export interface Cursor {
  sort: string
  /** whether it is among the runs that have what the list is sorted by */
  has: boolean
  /** the values of the keys of the last run */
  values: (string | number)[]
  /** how many runs the first page said there are */
  total: number
  total_is_capped: boolean
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/**
 * Reads the cursor of a list with that order.
 * @param orderOf the order of those that have what the list is sorted by, or of the others
 * @throws Failure RUN.FILTER where it is none, or that of another order
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

/** The first and the last instant in milliseconds that PostgreSQL can be asked for here: the years 0 to 9999. */
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
