import pg from 'pg'
import type { ConnectionSettings } from '../connection-settings.ts'
import { SUPERUSER } from './cluster.ts'
import { SOCKET_PORT } from './socket-folder.ts'

const OWNER = 'podium_owner'
const SERVING = 'podium'
const DATABASE = 'podium'

/** Returns the settings of a role that connects through the socket. They ignore PG* variables of the environment. */
export function throughSocket(socket: string, user: string, database: string): ConnectionSettings {
  return { host: socket, port: SOCKET_PORT, user, database, ssl: false }
}

export const ownerThrough = (socket: string) => throughSocket(socket, OWNER, DATABASE)
export const servingThrough = (socket: string) => throughSocket(socket, SERVING, DATABASE)

/** Creates the two roles and the database if they are missing: one owns and migrates, the other serves. */
export async function ensureRoles(socket: string): Promise<void> {
  const client = new pg.Client(throughSocket(socket, SUPERUSER, SUPERUSER))
  await client.connect()
  try {
    const roles = await client.query('select rolname from pg_roles where rolname = any($1)', [
      [OWNER, SERVING],
    ])
    const present = roles.rows.map((row: { rolname: string }) => row.rolname)
    for (const role of [OWNER, SERVING]) {
      if (!present.includes(role)) await client.query(`create role ${role} login`)
    }
    const databases = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`)
    await client.query(`revoke all on database ${DATABASE} from public`)
    await client.query(`grant connect on database ${DATABASE} to ${SERVING}`)
  } finally {
    await client.end()
  }
}
