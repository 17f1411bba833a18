import type { DatabaseConnection } from '@podium/database/connect.ts'
import { createRunList } from '@podium/server/domains/runs/lists/run-list.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { QueryConfig } from 'pg'

/** Builds a route with the product's own statements, straight through the driver: no session, rights or schema. */
export async function buildBare(
  { database, pool }: DatabaseConnection,
  workspace_id: string,
): Promise<FastifyInstance> {
  const statements: QueryConfig[] = []
  const query = pool.query.bind(pool)
  pool.query = ((statement: QueryConfig, values?: unknown[]) => {
    statements.push({ ...statement, ...(values && { values }) })
    return query(statement, values)
  }) as typeof pool.query
  await createRunList(database)({ workspace_id, account_id: null }, { page: 1, page_size: 50 })
  const [count, page, rows] = statements
  if (!count || !page || !rows || statements.length !== 3)
    throw new Error('The list is no longer three statements.')
  const app = Fastify()
  app.get('/runs', async () => {
    const [counted, listed] = await Promise.all([
      query<{ total: number }>(count),
      query(page).then(() => query(rows)),
    ])
    return { stream_histories: listed.rows, total: counted.rows[0]?.total }
  })
  return app
}
