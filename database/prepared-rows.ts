import { fillPlaceholders } from 'drizzle-orm'
import type { Database } from './connect.ts'

interface ListQuery<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string; params: unknown[] }
}

/**
 * Prepares a query under a name, planned once per connection, and returns its rows as the driver reads them. Mapping
 * every cell of a long list again would cost as much as the rest of the call.
 * @param query every column must be named after its key: plain columns are, expressions need `.as(key)`
 */
export function prepareRows<Row>(
  db: Database,
  name: string,
  query: ListQuery<Row>,
): (values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = query.toSQL()
  return async (values) => {
    const found = await db.$client.query({ name, text, values: fillPlaceholders(params, values) })
    return found.rows as Row[]
  }
}
