import type pg from 'pg'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import type { Client } from '../one-connection.ts'
import { withMigrationsUpTo } from '../schema-version.ts'
import { tablesInOrder } from '../table-order.ts'
import { catalogueOf } from './catalogue.ts'
import { until } from './processes.ts'
import { quietLog } from './quiet-log.ts'
import { putRelease, readRelease, rowsOf } from './release.ts'
import { withClient } from './with-client.ts'

const log = quietLog

/** Runs `work` as superuser with the bundled PostgreSQL of a home while no server uses it. */
export async function inHome<T>(
  home: string,
  work: (client: pg.Client, postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ home, log })
  try {
    return await withClient(asSuperuser(postgres.owner), (client) => work(client, postgres))
  } finally {
    await postgres.stop()
  }
}

const asSuperuser = (owner: EmbeddedPostgres['owner']) => ({ ...owner, user: 'postgres' })

/**
 * Creates the database of a home as a Podium with the migrations up to that version left it, with the rows of the first
 * release as far as their tables exist.
 */
export async function makeOldDatabase(home: string, version: string): Promise<void> {
  await inHome(home, async (client, postgres) => {
    const to = (tag: string) => withMigrationsUpTo(tag, (folder) => migrate({ ...postgres, folder }))
    const release = await readRelease('0.1.0')
    const released = release.migrations.at(-1)?.tag ?? ''
    await to([released, version].sort()[0] ?? '')
    const tables = await tablesInOrder(client)
    await putRelease(client, { ...release, tables: release.tables.filter(([name]) => tables.includes(name)) })
    // A server would start them.
    if (tables.includes('runs')) await client.query(`delete from runs where state = 'queued'`)
    await to(version)
  })
}

/** Returns the catalogue and every row. */
export async function wholeOf(
  client: Client,
): Promise<{ catalogue: string[]; rows: Record<string, string[]> }> {
  return { catalogue: await catalogueOf(client), rows: await rowsOf(client) }
}

/** Pauses at the schema change with that number until `goOn`. A sequence counts, because no rollback resets it. */
export async function pauseBefore(client: Client, command: number): Promise<void> {
  await client.query(`
    create schema test_pause;
    create sequence test_pause.commands;
    create function test_pause.wait() returns event_trigger language plpgsql security definer as $$
      begin
        if nextval('test_pause.commands') = ${command} then perform pg_sleep(3600); end if;
      exception when query_canceled then null;
      end $$;
    create event trigger test_pause on ddl_command_start execute function test_pause.wait()`)
}

/** Removes the pause. Returns how many commands were counted. */
export async function removePause(client: Client): Promise<number> {
  const { rows } = await client.query<{ commands: string }>(
    'select last_value as commands from test_pause.commands',
  )
  await client.query('drop event trigger test_pause; drop schema test_pause cascade')
  return Number(rows[0]?.commands)
}

/** Waits until the server of the home is paused, then runs `work`. */
export async function atPause(home: string, work: (client: pg.Client) => unknown = () => {}): Promise<void> {
  const hasPaused = async () => {
    const { owner } = await findEmbeddedPostgres({ home, log })
    return withClient(asSuperuser(owner), async (client) => {
      const { rowCount } = await client.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)
      if (rowCount === 1) await work(client)
      return rowCount === 1
    })
  }
  await until('the server has come to the pause', () => hasPaused().catch(() => false))
}

/** Ends the pause without writing anything. */
export async function goOn(client: Client): Promise<void> {
  await client.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
}
