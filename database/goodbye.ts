import type pg from 'pg'

/** A database that hangs never answers a goodbye. */
export const GOODBYE_MS = 2_000

/** Closes a connection; a database that does not answer is not waited for. */
export async function sayGoodbye(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS)
  await client.end()
  clearTimeout(timer)
}
