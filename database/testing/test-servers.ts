import { randomBytes } from 'node:crypto'
import type { ConnectionSettings } from '../connection-settings.ts'
import { startEmbeddedPostgres } from '../embedded.ts'
import { quickFolder } from './quick-folder.ts'
import { quietLog } from './quiet-log.ts'
import { temporaryHome } from './temporary-home.ts'
import { withClient } from './with-client.ts'

export interface TestServer {
  /** a superuser, who creates and drops databases */
  admin: ConnectionSettings
  owner: ConnectionSettings
  serving: ConnectionSettings
  /** prefix of the names of this run's databases */
  prefix: string
  /** how a database is copied: as files if nothing waits for a disk, otherwise through the log */
  copies: 'file_copy' | 'wal_log'
  end(): Promise<void>
}

/** Starts a bundled PostgreSQL in a temporary folder, in memory if there is space, without durability. */
export async function startTestServer(): Promise<TestServer> {
  const { home, remove } = await temporaryHome(await quickFolder())
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const postgres = await startEmbeddedPostgres({ home, log: quietLog, settings })
  return {
    admin: { ...postgres.owner, user: 'postgres', database: 'postgres' },
    owner: postgres.owner,
    serving: postgres.serving,
    prefix: 'test',
    copies: 'file_copy',
    async end() {
      await postgres.stop()
      await remove()
    },
  }
}

/** Uses an external server, with roles and databases of this run's own that are dropped at its end. */
export async function useOutsideServer(adminUrl: string): Promise<TestServer> {
  const admin = { connectionString: adminUrl }
  const prefix = `podium_test_${randomBytes(4).toString('hex')}`
  const roles = { owner: `${prefix}_owner`, serving: `${prefix}_serving` }
  const password = randomBytes(16).toString('hex')
  await withClient(admin, async (client) => {
    for (const role of Object.values(roles)) {
      await client.query(`create role ${role} login password '${password}'`)
    }
  })
  const as = (role: string) => {
    const url = new URL(adminUrl)
    url.username = role
    url.password = password
    return { connectionString: url.href }
  }
  return {
    admin,
    owner: as(roles.owner),
    serving: as(roles.serving),
    prefix,
    copies: 'wal_log',
    end: () =>
      withClient(admin, async (client) => {
        const left = await client.query<{ datname: string }>(
          'select datname from pg_database where starts_with(datname, $1)',
          [prefix],
        )
        for (const { datname } of left.rows) await client.query(`drop database "${datname}" with (force)`)
        for (const role of Object.values(roles)) await client.query(`drop role ${role}`)
      }),
  }
}
