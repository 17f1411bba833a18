import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import { fullNames, nameIs } from './parameter-names.ts'

/** A sort column. A cursor contains its value; for an instant the milliseconds since 1970. */
export interface Key {
  column: SQL
  kind: 'text' | 'instant' | 'number' | 'id'
}

/** The order of a list. All `keys` have the same direction; the last one is the run's id. */
export interface Order {
  sort: string
  descending: boolean
  from: SQL
  keys: Key[]
  /** the condition that a run has a value to sort by; null if every run has one */
  has: SQL | null
  /** the other runs, which come last and newest first */
  hasNot: SQL
}

const RUNS = sql`runs`
const ID: Key = { column: sql`${runs.id}`, kind: 'id' }
const CREATED: Key = { column: sql`${runs.created_at}`, kind: 'instant' }
/** the same expression as in the index */
const DURATION = sql`date_part('epoch', ${runs.ended_at} - ${runs.started_at})`

export const NEWEST_FIRST = '-created_at'

const FILLED: Record<string, Key[]> = {
  created_at: [CREATED],
  name: [{ column: sql`lower(${runs.name})`, kind: 'text' }],
  state: [{ column: sql`${runs.state}`, kind: 'text' }, CREATED],
}
const PARTIAL: Record<string, Key> = {
  started_at: { column: sql`${runs.started_at}`, kind: 'instant' },
  ended_at: { column: sql`${runs.ended_at}`, kind: 'instant' },
  duration: { column: DURATION, kind: 'number' },
}

/**
 * Parses a sort such as '-created_at' or 'figure:accuracy'.
 * @throws Failure RUN.FILTER with the valid sorts
 */
export async function readOrder(db: Handle, workspaceId: string, sort = NEWEST_FIRST): Promise<Order> {
  const [descending, by] = [sort.startsWith('-'), sort.replace(/^-/, '')]
  const base = { sort, descending, from: RUNS, has: null, hasNot: sql`false` }
  const filled = Object.hasOwn(FILLED, by) ? FILLED[by] : undefined
  if (filled) return { ...base, keys: [...filled, ID] }
  const partial = Object.hasOwn(PARTIAL, by) ? PARTIAL[by] : undefined
  if (partial) {
    const { column } = partial
    return {
      ...base,
      keys: [partial, ID],
      has: sql`${column} is not null`,
      hasNot: sql`${column} is null`,
    }
  }
  const named = /^(figure|parameter):(.{1,200})$/s.exec(by)
  const [, kind, name = ''] = named ?? []
  if (kind === 'figure') return byName(base, workspaceId, FIGURES, [name])
  if (kind === 'parameter')
    return byName(base, workspaceId, PARAMETERS, await fullNames(db, workspaceId, name))
  return fail('RUN.FILTER', {
    problem: `The runs cannot be sorted by '${by}'. Write one of ${[...Object.keys(FILLED), ...Object.keys(PARTIAL)].join(', ')}, figure:accuracy or parameter:train.epochs, with '-' before it for descending order.`,
  })
}

interface Named {
  table: SQL
  value: SQL
}
const FIGURES: Named = { table: sql`run_figures`, value: sql`value` }
const PARAMETERS: Named = { table: sql`run_parameters`, value: sql`number` }

/**
 * Sorts by a figure or parameter. A parameter that is not a number counts as missing. Of several names that a run has,
 * the first counts.
 */
function byName(
  base: Omit<Order, 'keys'>,
  workspaceId: string,
  { table, value }: Named,
  names: readonly string[],
): Order {
  const isFirst = sql`not exists (select from ${table} as other where other.run_id = sorted.run_id
    and ${nameIs(names, sql`other.name`)} and other.${value} is not null and other.name < sorted.name)`
  return {
    ...base,
    from: sql`${table} as sorted join runs on ${runs.id} = sorted.run_id`,
    keys: [
      { column: sql`sorted.${value}`, kind: 'number' },
      { column: sql`sorted.run_id`, kind: 'id' },
    ],
    has: sql`sorted.workspace_id = ${workspaceId}::uuid and ${nameIs(names, sql`sorted.name`)}
      and sorted.${value} is not null ${names.length > 1 ? sql`and ${isFirst}` : sql``}`,
    hasNot: sql`(select ${value} from ${table} where run_id = ${runs.id} and ${nameIs(names)}
      and ${value} is not null limit 1) is null`,
  }
}

/** True if the list is sorted by creation and id only. */
export const isByCreation = ({ keys }: Order): boolean => keys[0] === CREATED

/** The order of the runs without a value, which come last. */
export const newestFirst = (order: Order): Order => ({
  ...order,
  descending: true,
  from: RUNS,
  keys: [CREATED, ID],
  has: null,
})

export function orderBy({ keys, descending }: Order): SQL {
  const direction = descending ? sql`desc` : sql`asc`
  return sql.join(
    keys.map(({ column }) => sql`${column} ${direction}`),
    sql`, `,
  )
}

/** Selects the sort keys of each run as `key_0`, `key_1` and so on. */
export function keyColumns({ keys }: Order): SQL {
  const columns = keys.map(({ column, kind }, at) => {
    const value = kind === 'instant' ? sql`(date_part('epoch', ${column}) * 1000)` : column
    return sql`${value} as ${sql.identifier(`key_${at}`)}`
  })
  return sql.join(columns, sql`, `)
}

/** The condition that a run comes after the one with these keys. */
export function after({ keys, descending }: Order, values: (string | number)[]): SQL {
  const columns = keys.map(({ column }) => column)
  const bounds = keys.map(({ kind }, at) => bound(kind, values[at] ?? ''))
  const sign = descending ? sql`<` : sql`>`
  return sql`(${sql.join(columns, sql`, `)}) ${sign} (${sql.join(bounds, sql`, `)})`
}

function bound(kind: Key['kind'], value: string | number): SQL {
  if (kind === 'instant') return sql`to_timestamp(${value}::float8 / 1000)`
  if (kind === 'number') return sql`${value}::float8`
  return kind === 'id' ? sql`${value}::uuid` : sql`${value}::text`
}
