import type pg from 'pg'

/** Removes the limits of the role or the database, for connections that wait as long as they need. */
export const NO_LIMITS = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
}

const SET = `select set_config(key, value, false) from json_each_text($1)
  where current_setting(key, true) is not null`

/**
 * Applies the session's settings with a statement, because poolers such as pgbouncer refuse most startup parameters.
 * Skips settings that this PostgreSQL does not have.
 */
export async function applySettings(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  await client.query({
    text: SET,
    values: [JSON.stringify(settings)],
    query_timeout: 10_000,
  } as pg.QueryConfig)
}
