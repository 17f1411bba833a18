import {
  type RefusedSignIn,
  listRefusedSignIns as refusedRoute,
  type SignIn,
} from '@podium/contract/calls/sign-in.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Call, Sent } from '../../../http/call.ts'
import { matches, orderOf } from '../../../http/list.ts'
import { createSemaphore } from '../../../semaphore.ts'
import { readTimeSpan } from '../../audit/reads.ts'
import { listRows, type ReplyColumns } from '../../rows.ts'

/** The address and the kind of client of a sign-in. */
export interface Client {
  kind: 'browser' | 'program'
  address: string
  user_agent: string | null
}

/**
 * The last part of the refusal's code, 'otp' for a wrong one-time code, 'group' for no permitted group, or the code
 * with which the directory refuses the person.
 */
export type Refusal = '000' | '001' | '002' | '003' | '004' | '005' | 'otp' | 'group' | `directory-${string}`

/** Refusals that use up no try. */
const UNCOUNTED: ReadonlySet<string> = new Set(['002', '004', 'group'] satisfies Refusal[])
const isUncounted = (result: string) => UNCOUNTED.has(result) || result.startsWith('directory-')

const RETENTION = sql.raw(`interval '180 days'`)
/** clients that sign in before every call make thousands a day */
const MAX_PER_ACCOUNT = 10_000
/** limits the refusals waiting to be written, so that a flood costs no more memory */
const MAX_WAITING = 1_000

/**
 * Records a sign-in or a refusal. A locked account, or one whose directory is away or refuses the person, may be tried
 * endlessly, so those refusals are recorded once per minute and address.
 */
export async function noteSignIn(
  db: Handle,
  accountId: string,
  result: 'ok' | Refusal,
  { kind, address, user_agent }: Client,
): Promise<void> {
  await db.execute(sql`
    insert into login_history (account_id, result, kind, address, user_agent)
    select ${accountId}::uuid, ${result}, ${kind}, ${address}, ${user_agent?.slice(0, limits.user_agent) ?? null}
    where ${!isUncounted(result)} or not exists (
      select from login_history
      where account_id = ${accountId}::uuid and created_at > now() - interval '1 minute'
        and result = ${result} and address = ${address})`)
}

export type Refusals = ReturnType<typeof createRefusals>

/**
 * Records refusals after the answer, one by one, so that answers take equally long for unknown IDs and for accounts.
 */
export function createRefusals(database: Database, log: FastifyBaseLogger) {
  const waiting = new Set<Promise<void>>()
  const withPermit = createSemaphore({
    at_once: 1,
    waiting: MAX_WAITING,
    refuse: () => {
      throw new Error('too many refused sign-ins are waiting to be written')
    },
  })

  return {
    note(accountId: string, result: Refusal, client: Client): void {
      const written = withPermit(() => noteSignIn(database, accountId, result, client))
        .catch((error) => log.warn({ err: error }, 'a refused sign-in is missing in the history'))
        .finally(() => waiting.delete(written))
      waiting.add(written)
    },

    /** Resolves when all refusals so far are written. */
    async written(): Promise<void> {
      await Promise.all(waiting)
    },
  }
}

const SIGN_IN: ReplyColumns<SignIn> = {
  id: sql`h.id`,
  result: sql`h.result`,
  kind: sql`h.kind`,
  address: sql`h.address`,
  user_agent: sql`h.user_agent`,
  created_at: sql`h.created_at`,
}

export async function listSignIns(db: Handle, accountId: string, page: { page: number; page_size: number }) {
  const { rows, total } = await listRows<Sent<SignIn>>(db, {
    columns: SIGN_IN,
    from: sql`login_history h`,
    where: sql`h.account_id = ${accountId}::uuid`,
    order: sql`h.created_at desc, h.id`,
    page,
  })
  return { logins: rows, total }
}

export async function listRefusedSignIns(db: Handle, query: Call<typeof refusedRoute>['query']) {
  const { from } = readTimeSpan(query)
  const since = from === null ? sql`` : sql` and h.created_at >= ${from}::timestamptz`
  const { rows, total } = await listRows<Sent<RefusedSignIn>>(db, {
    columns: { ...SIGN_IN, account_id: sql`h.account_id`, username: sql`a.username` },
    from: sql`login_history h join accounts a on a.id = h.account_id`,
    where: sql`h.result <> 'ok' and ${matches(query.q, [sql`a.username`, sql`h.address`])}${since}`,
    order: orderOf(refusedRoute, query.sort, { created_at: sql`h.created_at` }, sql`h.id`, ['created_at']),
    page: query,
  })
  return { logins: rows, total }
}

/** Deletes expired rows, and the oldest of an account beyond the maximum. */
export async function removeOldSignIns(db: Handle, mostPerAccount = MAX_PER_ACCOUNT): Promise<void> {
  await db.execute(sql`delete from login_history where created_at < now() - ${RETENTION}`)
  await db.execute(sql`
    delete from login_history old using (
      select accounts.id, (
        select created_at from login_history where account_id = accounts.id
        order by created_at desc offset ${mostPerAccount} limit 1) as newest
      from accounts) beyond
    where old.account_id = beyond.id and old.created_at <= beyond.newest`)
}
