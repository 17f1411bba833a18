import { MAX_TRIES } from '@podium/contract/calls/webhooks.ts'
import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { createRound } from '../../work/round.ts'
import { hooks } from '../hooks.ts'
import { groupBy, query } from '../rows.ts'
import type { Message } from './messages.ts'
import { isTaken, type Outcome, type PostDeps, postMessage, type Target } from './post-message.ts'

const ROUND_MS = 1_000
/** Attempts per webhook at a time, so that an unreachable receiver delays only its own messages. */
const AT_ONCE = 4
const MAX_CLAIMED = 200
/** Longer than one attempt may take, so that two servers never send the same message at the same time. */
const LEASE = sql`interval '30 seconds'`
/** Pauses after the first attempt, the second and so on. */
const PAUSES = ['10 seconds', '1 minute', '5 minutes', '30 minutes', '2 hours']

export interface SenderDeps extends PostDeps {
  database: Database
  log: Pick<FastifyBaseLogger, 'warn'>
}

interface Claimed extends Message {
  target: Target
  /** attempts, including the present one */
  tries: number
}

export type Sender = ReturnType<typeof createWebhookSender>

/** Sends queued messages to webhooks, each at least once; any number of servers may run it. */
export function createWebhookSender(deps: SenderDeps) {
  const { database, log } = deps
  const busy = new Map<string, Promise<void>>()
  const round = createRound({
    work: () => begin(sql`now()`),
    pause: () => ROUND_MS,
    failed: (error) => log.warn({ err: error }, 'messages could not be sent; trying again'),
  })

  async function begin(now: SQL): Promise<void> {
    await hooks().onSending(database, now)
    const claimed = await claim(database, [...busy.keys()], now)
    for (const [webhook, messages] of groupBy(claimed, ({ target }) => target.id)) {
      const sent = Promise.all(messages.map((message) => send(message, now)))
        .catch((error) =>
          log.warn({ err: error }, 'what became of a message could not be kept; it is sent again'),
        )
        .then(() => void busy.delete(webhook))
      busy.set(webhook, sent)
    }
  }

  async function send(message: Claimed, now: SQL): Promise<void> {
    const outcome = await postMessage(deps, message.target, message, round.ending)
    // a message interrupted by the shutdown is sent again when its lease ends
    if (!round.ending.aborted) await settle(database, message, outcome, now)
  }

  return {
    /** Runs one round at that instant with everything that it sends, for tests. */
    async step(now: SQL = sql`now()`): Promise<void> {
      await begin(now)
      await Promise.all(busy.values())
    },
    start: round.start,
    async close(): Promise<void> {
      await round.close()
      await Promise.all(busy.values())
    },
  }
}

/** Claims due messages that no other server is sending, for webhooks that this server is not sending to already. */
async function claim(db: Database, busy: readonly string[], now: SQL): Promise<Claimed[]> {
  const rows = await query(db).rows<
    Omit<Claimed, 'target'> & Omit<Target, 'id'> & { webhook_id: string }
  >(sql`
    with due as materialized (
      select oldest.id from webhooks h cross join lateral (
        select d.id from deliveries d where d.webhook_id = h.id and d.next_at <= ${now}
        order by d.next_at limit ${AT_ONCE} for update skip locked) oldest
      where h.id <> all (${sql.param(busy)}::uuid[])
      limit ${MAX_CLAIMED})
    update deliveries d set tries = d.tries + 1, next_at = ${now} + ${LEASE}
    from due, webhooks h where d.id = due.id and h.id = d.webhook_id
    returning d.id, d.event, d.created_at, d.facts, d.tries, h.id as webhook_id, h.kind, h.url, h.secret`)
  return rows.map(({ webhook_id, kind, url, secret, ...message }) => ({
    ...message,
    target: { id: webhook_id, kind, url, secret },
  }))
}

async function settle(db: Database, { id, tries }: Claimed, outcome: Outcome, now: SQL): Promise<void> {
  const pause = isTaken(outcome) || tries >= MAX_TRIES ? null : (PAUSES[tries - 1] ?? null)
  await query(db).any(sql`
    update deliveries set answer = ${outcome.answer}, trouble = ${outcome.trouble}, took_ms = ${outcome.took_ms},
      tried_at = ${now}, next_at = ${now} + ${pause}::interval
    where id = ${id}::uuid and tries = ${tries}`)
}
