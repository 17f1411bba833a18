import type pg from 'pg'

/** Limit for closing a connection, because a database that hangs never answers. */
export const GOODBYE_MS = 2_000

/** Closes a connection without waiting longer for a database that does not answer. */
export async function sayGoodbye(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS)
  await client.end()
  clearTimeout(timer)
}
