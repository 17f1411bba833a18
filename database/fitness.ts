import type pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'
import { withConnection } from './one-connection.ts'
import { CONNECTIONS_NEEDED, FEWEST_CONNECTIONS, MAX_CONNECTIONS } from './pool-size.ts'

const OLDEST_MAJOR = 15
const NAME = 'podium check'

interface Facts {
  version: string
  encoding: string
  role: string
  /** false in Turkish and Azeri, where it is ı */
  has_plain_i: boolean
  /** true if Podium has served from it before, so its rows must stay readable */
  is_used: boolean
  /** maximum number of connections of the role */
  connections: number
}

const FACTS = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
    current_user as role, lower('I') = 'i' as has_plain_i,
    exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'drizzle' and c.relname = '__drizzle_migrations') as is_used, least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      case when datconnlimit >= 0 and not rolsuper then datconnlimit end,
      case when rolconnlimit >= 0 and not rolsuper then rolconnlimit end) as connections
  from pg_database, pg_roles where datname = current_database() and rolname = current_user`

/**
 * Checks a database that Podium did not bring along, with the serving role.
 * @returns warnings for the log of the start
 * @throws a sentence if Podium cannot work with it
 */
export async function assertUsable(connection: ConnectionSettings): Promise<{ warnings: string[] }> {
  return withConnection(connection, NAME, async (client) => {
    const { rows } = await client.query<Facts>(FACTS)
    const facts = rows[0]
    if (!facts) return { warnings: [] }
    const encoding = encodingReason(facts)
    const refusal =
      tooOldReason(facts.version) ??
      (facts.is_used ? null : encoding) ??
      tooFewReason(facts, FEWEST_CONNECTIONS)
    if (refusal) throw new Error(refusal)
    await withConnection(connection, NAME, (other) => refuseSharedSessions(client, other))
    const warnings = [encoding, localeReason(facts), tooFewReason(facts, MAX_CONNECTIONS)]
    return { warnings: warnings.filter((warning) => warning !== null) }
  })
}

/** Returns why a server of this version, e.g. '14.2 (Debian 14.2-1)', is refused, or null if it is not. */
export function tooOldReason(version: string): string | null {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return null
  return `Podium needs PostgreSQL ${OLDEST_MAJOR} or newer, and this database is PostgreSQL ${version}. Upgrade it, or unset PODIUM_DATABASE_URL to use the bundled one.`
}

function encodingReason({ encoding, role }: Facts): string | null {
  if (encoding === 'UTF8') return null
  return `Podium needs a database with the encoding UTF8, and this one has ${encoding}. Create another one as a superuser: create database NAME owner ${role} encoding 'UTF8' locale 'C.UTF-8' template template0; What this one holds is moved by podium export and podium import.`
}

function localeReason({ has_plain_i }: Facts): string | null {
  if (has_plain_i) return null
  return 'In the locale of this database the small letter of I is not i, so that IDs and names with an I are not found in other letters of theirs. Better use a database with another locale, such as C.UTF-8.'
}

function tooFewReason({ connections, role }: Facts, needed: number): string | null {
  if (connections >= needed) return null
  return `The role ${role} may have ${connections} connections to the database at once. ${CONNECTIONS_NEEDED}: raise its connection limit (alter role ${role} connection limit …), that of the database, or max_connections.`
}

/** Alternates between two connections so that any pooler is noticed, whichever connection it hands out first. */
const TURNS = [0, 1, 1, 0, 1, 0, 0, 1, 1, 0]

/** @throws a sentence if two statements of one connection reach different sessions, as behind a transaction pooler */
async function refuseSharedSessions(...clients: [pg.Client, pg.Client]): Promise<void> {
  const sessions: (number | undefined)[] = []
  for (const turn of TURNS) {
    const client = turn === 0 ? clients[0] : clients[1]
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const session = rows[0]?.pid
    sessions[turn] ??= session
    if (sessions[turn] !== session || sessions[0] === sessions[1]) throw new Error(SHARED)
  }
}

const SHARED =
  'A pooler in front of the database gives each transaction another session, and Podium needs sessions of its own: for locks that keep other servers away, and to hear of changes. Set the pooler to session mode (pgbouncer: pool_mode = session), or name PostgreSQL itself in PODIUM_DATABASE_URL.'
