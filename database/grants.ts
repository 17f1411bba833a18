import type pg from 'pg'

/** A table that is append-only: not even the server's own role can change or remove its rows. */
const WRITTEN_ONCE = 'audit_events'

/** Grants the serving role read and write access to rows, in one transaction, so that it never has more. */
export async function grantToServing(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  await client.query('begin')
  for (const statement of [
    `grant usage on schema public to ${name}`,
    `grant select, insert, update, delete on all tables in schema public to ${name}`,
    `revoke all on ${WRITTEN_ONCE} from ${name}`,
    `grant select, insert on ${WRITTEN_ONCE} to ${name}`,
    `grant usage, select on all sequences in schema public to ${name}`,
  ])
    await client.query(statement)
  await client.query('commit')
}
