import { fail } from '@podium/contract/rules/errors.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'

/** A column that an order goes by. A cursor carries its value: of an instant the milliseconds since 1970. */
export interface Key {
  column: SQL
  kind: 'text' | 'instant' | 'number' | 'id'
}

/** How a list is sorted. Each of `keys` goes the same way; the last one is the run's id. */
export interface Order {
  sort: string
  descending: boolean
  from: SQL
  keys: Key[]
  /** what runs have that are sorted by this at all; null where each has it */
  has: SQL | null
  /** the others, which come last and newest first */
  hasNot: SQL
}

const RUNS = sql`runs`
const ID: Key = { column: sql`${runs.id}`, kind: 'id' }
const CREATED: Key = { column: sql`${runs.created_at}`, kind: 'instant' }
/** as the index has it */
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
 * Reads a sort such as '-created_at' or 'figure:accuracy'.
 * @throws Failure RUN.FILTER with the sorts there are
 */
export function readOrder(workspaceId: string, sort = NEWEST_FIRST): Order {
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
  if (named) return byName(base, workspaceId, named[1] === 'figure', named[2] ?? '')
  return fail('RUN.FILTER', {
    problem: `The runs cannot be sorted by '${by}'. Write one of ${[...Object.keys(FILLED), ...Object.keys(PARTIAL)].join(', ')}, figure:accuracy or parameter:train.epochs, with '-' before it for descending order.`,
  })
}

/** Parameters are sorted by their numbers; one that is none counts as not there. */
function byName(base: Omit<Order, 'keys'>, workspaceId: string, isFigure: boolean, name: string): Order {
  const [table, value] = isFigure ? [sql`run_figures`, sql`value`] : [sql`run_parameters`, sql`number`]
  return {
    ...base,
    from: sql`${table} as sorted join runs on ${runs.id} = sorted.run_id`,
    keys: [
      { column: sql`sorted.${value}`, kind: 'number' },
      { column: sql`sorted.run_id`, kind: 'id' },
    ],
    has: sql`sorted.workspace_id = ${workspaceId}::uuid and sorted.name = ${name} and sorted.${value} is not null`,
    hasNot: sql`(select ${value} from ${table} where run_id = ${runs.id} and name = ${name}) is null`,
  }
}

/** Whether the id and the instant of its creation are all that is asked of a run. */
export const isByCreation = ({ keys }: Order): boolean => keys[0] === CREATED

/** The order of those that come last. */
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

/** The run's own values of the keys, as `key_0`, `key_1` and so on. */
export function keyColumns({ keys }: Order): SQL {
  const columns = keys.map(({ column, kind }, at) => {
    const value = kind === 'instant' ? sql`(date_part('epoch', ${column}) * 1000)` : column
    return sql`${value} as ${sql.identifier(`key_${at}`)}`
  })
  return sql.join(columns, sql`, `)
}

/** The runs that come after the one whose keys have these values. */
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
