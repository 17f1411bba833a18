import { isIP } from 'node:net'
import type { Database } from '@podium/database/connect.ts'
import { prepareRows } from '@podium/database/prepared-rows.ts'
import { accounts, sessions } from '@podium/database/schema/accounts.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Caller } from '../call.ts'
import { clientAddress } from '../connections/client-network.ts'
import { browserCookie, PLAIN_COOKIE, PROGRAM_COOKIE, readCookie } from '../cookies.ts'
import { unlessForWantOfSpace } from '../errors/full-disk.ts'
import { isBrowser, isGuarded } from '../gate.ts'
import { callerColumns, createAccessTokenReader, isAccessToken } from './access-token.ts'
import { hashOfToken, sameToken } from './tokens.ts'

export const SESSION_IDLE = sql.raw(`interval '60 minutes'`)
export const SESSION_LONGEST = sql.raw(`interval '12 hours'`)

/** True if a session is usable now; for queries that join it with its account. */
export const isGoodSession = and(
  isNull(accounts.deleted_at),
  isNull(accounts.locked_by_admin_at),
  sql`${sessions.last_seen_at} > now() - ${SESSION_IDLE}`,
  sql`${sessions.created_at} > now() - ${SESSION_LONGEST}`,
)

/** The seconds that an idle session lasts from now on. */
export async function secondsLeft(database: Database, session: Buffer): Promise<number | null> {
  const { rows } = await database.execute<{ seconds: number }>(sql`
    select extract(epoch from least(last_seen_at + ${SESSION_IDLE}, created_at + ${SESSION_LONGEST}) - now())::int as seconds
    from sessions where token_hash = ${session}`)
  return rows[0]?.seconds ?? null
}

/** Headers that reveal a proxy, wherever it runs. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/** Returns the caller, or null. Reads one row per request and caches nothing, so an ended session ends at once. */
export function createSessionReader(database: Database, config: Config, hostToken: string) {
  const find = prepareRows(
    database,
    'find_session',
    database
      .select({
        ...callerColumns,
        stale: sql<boolean>`${sessions.last_seen_at} < now() - interval '1 minute'`.as('stale'),
      })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.account_id))
      .where(and(eq(sessions.token_hash, sql.placeholder('token_hash')), isGoodSession)),
  )

  const findAccessToken = createAccessTokenReader(database, config.inactive_days)

  return async (request: FastifyRequest): Promise<Caller | null> => {
    if (isHost(request, hostToken)) return hostCaller(request)
    const bearer = isBrowser(request) ? null : bearerOf(request)
    if (bearer !== null && isAccessToken(bearer)) return findAccessToken(request, bearer)
    const token = tokenOf(request, config)
    if (token === null) return null
    const hash = hashOfToken(token)
    const [row] = await find({ token_hash: hash })
    if (!row) return null
    const { stale, ...who } = row
    if (stale && causedByPerson(request)) await touch(database, hash).catch(unlessForWantOfSpace)
    const by = { session: hash, access_token: null }
    return { ...who, ...by, host: false, address: clientAddress(request), request_id: request.id }
  }
}

/** False for polls and event streams, which must not keep a session alive. */
function causedByPerson(request: FastifyRequest): boolean {
  return (
    request.headers['x-podium-background'] !== '1' &&
    request.routeOptions.config.podium?.transport !== 'events'
  )
}

async function touch(database: Database, hash: Buffer): Promise<void> {
  await database
    .update(sessions)
    .set({ last_seen_at: sql`now()` })
    .where(and(eq(sessions.token_hash, hash), sql`${sessions.last_seen_at} > now() - ${SESSION_IDLE}`))
}

/**
 * Accepts the browser's cookie on safe requests, and on others only beside the headers that the gate has checked.
 * Accepts the programs' cookie and Bearer only for requests without browser headers, because another host or port can
 * overwrite that cookie.
 */
function tokenOf(request: FastifyRequest, config: Config): string | null {
  const browser = isBrowser(request)
  const forPrograms = browser ? null : (bearerOf(request) ?? readCookie(request, PROGRAM_COOKIE))
  if (forPrograms) return forPrograms
  if (!browser && isGuarded(request)) return null
  const plain = config.insecure_http ? readCookie(request, PLAIN_COOKIE) : null
  return readCookie(request, browserCookie(config)) ?? plain
}

export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

function isHost(request: FastifyRequest, hostToken: string): boolean {
  const token = bearerOf(request)
  return (
    token !== null &&
    !isBrowser(request) &&
    PROXY_HEADERS.every((name) => request.headers[name] === undefined) &&
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    sameToken(token, hostToken)
  )
}

export function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

function hostCaller(request: FastifyRequest): Caller {
  return {
    account_id: null,
    username: 'host',
    display_name: 'host',
    role: 'ADMIN',
    login_type: 'host',
    must_change_password: false,
    host: true,
    session: null,
    access_token: null,
    address: clientAddress(request),
    request_id: request.id,
  }
}

export const IN_USE_MS = 10 * 60_000

/**
 * Keeps the session in use while a person sends a large file, however long it takes.
 * @returns a function to call when the call has ended
 */
export function keepInUse(database: Database, { session }: Caller): () => void {
  if (session === null) return () => undefined
  const timer = setInterval(() => touch(database, session).catch(() => undefined), IN_USE_MS)
  timer.unref()
  return () => clearInterval(timer)
}
