const AWAY = 'The database does not answer right now.'
const IN_USE = 'All connections to the database are in use.'
const BUSY = 'The database is too busy to answer in time.'
const CLOSED = 'The database does not let the server in.'

/** Refusals of a database: Podium's sentence, SQLSTATE or Node's code, and the message of PostgreSQL or the driver. */
export const DATABASE_REFUSALS: [trouble: string, code: string | undefined, message: string][] = [
  [AWAY, 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [AWAY, 'ENOENT', 'connect ENOENT /home/pg/.s.PGSQL.5432'],
  [AWAY, '08006', 'The database does not answer.'],
  [AWAY, undefined, 'Connection terminated unexpectedly'],
  [AWAY, undefined, 'Client has encountered a connection error and is not queryable'],
  [AWAY, undefined, 'timeout expired'],
  [AWAY, '57P01', 'terminating connection due to administrator command'],
  [AWAY, '57P02', 'terminating connection because of crash of another server process'],
  [AWAY, '57P03', 'the database system is starting up'],
  [AWAY, '57P05', 'terminating connection due to idle-session timeout'],
  [AWAY, '25P03', 'terminating connection due to idle-in-transaction timeout'],
  [AWAY, '25P04', 'terminating connection due to transaction timeout'],
  [AWAY, '55000', 'database "podium" is not currently accepting connections'],
  [IN_USE, '53300', 'too many connections for role "podium"'],
  [IN_USE, '53300', 'remaining connection slots are reserved for roles with the SUPERUSER attribute'],
  [IN_USE, '08P01', 'no more connections allowed (max_client_conn)'],
  [IN_USE, undefined, 'timeout exceeded when trying to connect'],
  [BUSY, '57014', 'canceling statement due to statement timeout'],
  [BUSY, '55P03', 'canceling statement due to lock timeout'],
  [BUSY, '40P01', 'deadlock detected'],
  [BUSY, '40001', 'could not serialize access due to concurrent update'],
  ['The database takes no changes now.', '25006', 'cannot execute INSERT in a read-only transaction'],
  ['The disk of the database is full.', '53100', 'could not extend file: No space left on device'],
  ['The database has no memory left.', '53200', 'out of shared memory'],
  ['The database has reached one of its limits.', '53400', 'temporary file size exceeds temp_file_limit'],
  [CLOSED, '28P01', 'password authentication failed for user "podium"'],
  [CLOSED, '28000', 'role "podium" is not permitted to log in'],
  [CLOSED, '3D000', 'database "podium" does not exist'],
  [CLOSED, '57P04', 'terminating connection due to database drop'],
  ['The database does not allow the server to do this.', '42501', 'permission denied for table accounts'],
  ['The database cannot use its files.', '58030', 'could not read block 3: Input/output error'],
  ['The database cannot use its files.', 'XX001', 'invalid page in block 7 of relation base/5/16384'],
  [
    'A pooler gives the server other sessions of the database than its own.',
    '26000',
    'prepared statement "x" does not exist',
  ],
]

/** The error of a statement as the query builder wraps it. */
export function failedQuery(code: string | undefined, message: string): Error {
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code })
  return new Error('Failed query', { cause })
}
