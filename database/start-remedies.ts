import pg from 'pg'
import { CONNECTIONS_NEEDED } from './pool-size.ts'
import { postgresError } from './postgres-error.ts'

/** The intended role and database of a connection. */
interface Target {
  user?: string | undefined
  database?: string | undefined
}

/** SQLSTATE or Node's code (empty for any), a pattern if a code has several causes, and the remedy. */
type Remedy = [code: string, message: RegExp, remedy: (names: Names, found: string) => string]

interface Names {
  role: string
  database: string
}

const ANY = /(?:)/

const AT_CONNECTING: Remedy[] = [
  ['28P01', ANY, () => 'Check the password in PODIUM_DATABASE_URL and PODIUM_DATABASE_OWNER_URL.'],
  [
    '28000',
    /no encryption/,
    () => 'The database may accept encrypted connections only: add sslmode=verify-full to its address.',
  ],
  [
    '28000',
    /does not exist/,
    ({ role }) => `Create it as a superuser: create role ${role} login password '…';`,
  ],
  ['28000', /not permitted to log in/, ({ role }) => `Allow it as a superuser: alter role ${role} login;`],
  ['28000', ANY, () => 'Allow the role, the database and the address of this machine in pg_hba.conf.'],
  [
    '3D000',
    ANY,
    ({ role, database }) => `Create it as a superuser: create database ${database} owner ${role};`,
  ],
  [
    '42501',
    ANY,
    ({ role, database }) => `Allow it as a superuser: grant connect on database ${database} to ${role};`,
  ],
  [
    '55000',
    ANY,
    ({ database }) => `Allow it as a superuser: alter database ${database} allow_connections true;`,
  ],
  [
    '53300',
    ANY,
    () => `${CONNECTIONS_NEEDED}: raise the limit of the role, of the database, or max_connections.`,
  ],
  [
    '',
    /Query read timeout|no more connections allowed/,
    () =>
      `The pooler in front of the database may have no connection left. ${CONNECTIONS_NEEDED}: raise its limits.`,
  ],
  ...[
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ].map<Remedy>((code) => [
    code,
    ANY,
    () =>
      'Add the certificate of the authority that signed its own to the address: sslmode=verify-full&sslrootcert=/path/to/authority.pem.',
  ]),
  ['ERR_TLS_CERT_ALTNAME_INVALID', ANY, () => 'Name the database in the address as its certificate does.'],
  ['CERT_HAS_EXPIRED', ANY, () => 'Renew the certificate of the database.'],
  [
    '',
    /does not support SSL/,
    () =>
      'Switch encryption on there (ssl = on), or, where its network is trusted, set sslmode=disable in the address.',
  ],
  ['57P03', ANY, () => 'Start Podium again when the database accepts connections.'],
]

const AT_WORK: Remedy[] = [
  [
    '42501',
    /^permission denied for schema (\S+)$/,
    ({ role }, schema) => `Allow it as a superuser: grant usage, create on schema ${schema} to ${role};`,
  ],
  ['3F000', ANY, ({ role }) => `Allow it as a superuser: grant usage, create on schema public to ${role};`],
  [
    '42501',
    /^permission denied for database/,
    ({ role, database }) => `Allow it as a superuser: grant create on database ${database} to ${role};`,
  ],
  [
    '42501',
    /^must be owner of|^permission denied for (?:table|sequence|function)/,
    ({ role }) =>
      `Its tables belong to another role. Hand them over as a superuser: reassign owned by THE_OTHER_ROLE to ${role}; or give Podium a database of its own.`,
  ],
  [
    '25006',
    ANY,
    ({ database }) =>
      `The database takes no changes. If PODIUM_DATABASE_URL leads to a standby, name the primary. Otherwise, as a superuser: alter database ${database} set default_transaction_read_only = off; (a role may have the same setting)`,
  ],
  ...['42P07', '42P06', '42710', '42723'].map<Remedy>((code) => [
    code,
    ANY,
    ({ role }) =>
      `The database has tables of another program. Give Podium one of its own, as a superuser: create database NAME owner ${role};`,
  ]),
]

/** Returns the sentence that follows the reason why connecting failed. */
export function remedyAtConnecting(error: unknown, target: Target): string {
  return remedyIn(AT_CONNECTING, error, target) ?? 'Check PODIUM_DATABASE_URL.'
}

/** Adds the command that helps to an error of PostgreSQL; returns any other error unchanged. */
export function explained(error: unknown, target: Target): unknown {
  const remedy = remedyIn(AT_WORK, error, target)
  if (remedy === null) return error
  return new Error(`The database refuses what Podium needs: ${postgresError(error).message}. ${remedy}`, {
    cause: error,
  })
}

function remedyIn(remedies: Remedy[], error: unknown, { user, database }: Target): string | null {
  const { code = '', message = '' } = postgresError(error)
  const names = { role: quoted(user), database: quoted(database) }
  for (const [ofCode, pattern, remedy] of remedies) {
    const found = ofCode === code || ofCode === '' ? pattern.exec(message) : null
    if (found) return remedy(names, found[1] ?? '')
  }
  return null
}

/** Quotes a name for SQL if necessary. */
function quoted(name = ''): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : pg.escapeIdentifier(name)
}
