import type { Client } from './one-connection.ts'

/** Reads and writes rows as lines of JSON with every column, as formatted by PostgreSQL, so nothing is rounded. */

const AT_ONCE = 200

/** Settings that affect a row's text, so that settings of the role or the server cannot change it. */
const SETTINGS = `
  set time zone 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1`

export async function prepareForLines(client: Client): Promise<void> {
  await client.query(SETTINGS)
}

/**
 * Yields the table's rows in an order that is the same in every database, some hundreds at a time; only inside a
 * transaction. JSON writes a line break inside a value as \n, so any remaining one is whitespace and may become a
 * space.
 */
export async function* linesOf(client: Client, table: string): AsyncGenerator<string[]> {
  const line = `translate(row_to_json(t)::text, E'\\n\\r', '  ')`
  await client.query(
    `declare table_lines no scroll cursor for
      select ${line} as line from ${client.escapeIdentifier(table)} t order by ${line} collate "C"`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${AT_ONCE} from table_lines`)
    if (rows.length > 0) yield rows.map((row) => row.line)
    if (rows.length < AT_ONCE) break
  }
  await client.query('close table_lines')
}

/** Inserts rows that `linesOf` wrote. PostgreSQL computes generated columns again. */
export async function putLines(client: Client, table: string, lines: string[]): Promise<void> {
  const name = client.escapeIdentifier(table)
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const columns = rows[0]?.columns ?? ''
  await client.query(
    `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${lines.join(',')}]`],
  )
}

/**
 * Runs `work` in the transaction without the triggers of these tables, because the rows that they write are among the
 * lines. Foreign keys are still checked.
 */
export async function withoutTriggers<T>(
  client: Client,
  tables: string[],
  work: () => Promise<T>,
): Promise<T> {
  const set = async (how: 'disable' | 'enable') => {
    for (const table of tables)
      await client.query(`alter table ${client.escapeIdentifier(table)} ${how} trigger user`)
  }
  await set('disable')
  const done = await work()
  await set('enable')
  return done
}

/** Returns the last number of each sequence; null: none yet. */
export async function readSequences(client: Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function setSequences(client: Client, last: Record<string, string | null>): Promise<void> {
  for (const [name, value] of Object.entries(last))
    if (value !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), value])
}
