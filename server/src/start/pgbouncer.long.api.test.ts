import { assertUsable } from '@podium/database/fitness.ts'
import { type Pgbouncer, startPgbouncer } from '@podium/database/testing/pgbouncer.ts'
import { temporaryHome } from '@podium/database/testing/temporary-home.ts'
import { startTestServer, type TestServer } from '@podium/database/testing/test-servers.ts'
import { withClient } from '@podium/database/testing/with-client.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../testing/started-server.ts'

/** All parameters that Podium once sent when connecting, as in ignore_startup_parameters. */
const IGNORED =
  'extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

describe('behind PgBouncer', { tags: ['pgbouncer', 'long'] }, () => {
  let postgres: TestServer
  beforeAll(async () => {
    postgres = await startTestServer()
    return () => postgres.end()
  })

  async function pooler(settings: Record<string, string | number>): Promise<Pgbouncer> {
    const started = await startPgbouncer(postgres.owner, settings)
    onTestFinished(() => started.stop())
    return started
  }

  async function start(pgbouncer: Pgbouncer) {
    const { home, remove } = await temporaryHome()
    const server = startServer({
      PODIUM_HOME: home,
      PODIUM_PORT: '0',
      PODIUM_DATABASE_URL: pgbouncer.through(postgres.serving).connectionString,
      PODIUM_DATABASE_OWNER_URL: pgbouncer.through(postgres.owner).connectionString,
    })
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.ended
      await remove()
    })
    return server
  }

  test('starts and answers with the pooler’s defaults, and keeps another server out', async () => {
    const pgbouncer = await pooler({})
    const first = await start(pgbouncer)
    const address = await first.untilPrinted(/running at (http:\S+)/)
    const health = await fetch(`${address}/api/v1/healthz`)
    expect(await health.json()).toEqual({ status: 'ok', failing: [] })
    const second = await start(pgbouncer)
    expect(await second.ended).toBe(1)
    expect(second.text()).toContain('Another Podium is using this database.')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.text()).not.toContain('"level":50')
  })

  test('refuses a pooler in transaction mode', async () => {
    const server = await start(await pooler({ pool_mode: 'transaction', ignore_startup_parameters: IGNORED }))
    expect(await server.ended).toBe(1)
    expect(server.text()).toMatch(
      /^A pooler in front of the database gives each transaction another session.* pool_mode = session/,
    )
  })

  test.each<Record<string, string | number>>([
    { pool_mode: 'statement' },
    { pool_mode: 'transaction', server_round_robin: 1 },
    { pool_mode: 'transaction', default_pool_size: 1 },
    { pool_mode: 'transaction', min_pool_size: 5 },
  ])('notices a pooler that shares sessions, also while others use it: %o', async (settings) => {
    const pgbouncer = await pooler(settings)
    const connection = pgbouncer.through(postgres.serving)
    await expect(assertUsable(connection)).rejects.toThrow('A pooler in front of the database')
    const busy = Array.from({ length: 5 }, () =>
      withClient(connection, async (client) => {
        for (let n = 0; n < 40; n += 1) await client.query('select pg_sleep(0.002)')
      }),
    )
    await expect(assertUsable(connection)).rejects.toThrow('A pooler in front of the database')
    await Promise.all(busy)
  })

  test('reports a pooler without free connections with the number that Podium needs', async () => {
    const pgbouncer = await pooler({ max_client_conn: 1, default_pool_size: 1 })
    await expect(assertUsable(pgbouncer.through(postgres.serving))).rejects.toThrow(
      /^The database cannot be reached: no more connections allowed.*uses up to 13 connections/,
    )
  })
})
