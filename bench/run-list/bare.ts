import type { DatabaseConnection } from '@podium/database/connect.ts'
import { createRunReads } from '@podium/server/domains/runs/reads.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { QueryConfig } from 'pg'

/** A route with the product's own two statements, straight through the driver: no session, no rights, no schema. */
export async function buildBare(
  { database, pool }: DatabaseConnection,
  workspace_id: string,
): Promise<FastifyInstance> {
  const statements: QueryConfig[] = []
  const query = pool.query.bind(pool)
  pool.query = ((statement: QueryConfig) => {
    statements.push({ ...statement })
    return query(statement)
  }) as typeof pool.query
  await createRunReads(database)({ workspace_id, page: 1, page_size: 50 })
  const [rows, count] = statements
  if (!rows || !count || statements.length !== 2) throw new Error('The list is no longer two statements.')
  const app = Fastify()
  app.get('/runs', async () => {
    const [listed, counted] = await Promise.all([query(rows), query<{ total: number }>(count)])
    return { stream_histories: listed.rows, total: counted.rows[0]?.total }
  })
  return app
}
