import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail, Refusal } from '../../mail/mail.ts'
import { createRound } from '../../work/round.ts'
import { type ClaimedMail, claimMails, gatherMails, readMail, settleMail } from './mail-queue.ts'
import { mailOf } from './mail-text.ts'

const ROUND_MS = 2_000
const AT_ONCE = 4

export interface MailSenderDeps {
  database: Database
  mail: Mail
  /** base address of the console, null if not configured */
  console_url: string | null
  inactive_days: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

export type MailSender = ReturnType<typeof createMailSender>

/** Sends queued mails; any number of servers may run it. A slow mail server does not delay the sender of webhooks. */
export function createMailSender({ database, mail, console_url, inactive_days, log }: MailSenderDeps) {
  const { ending, start, close } = createRound({
    work: () => goRound(sql`now()`),
    pause: (seen) => (seen === AT_ONCE ? 0 : ROUND_MS),
    failed: (error) => log.warn({ err: error }, 'mails could not be looked for; trying again'),
  })
  let isAway = false

  /** Returns how many mails it handled. */
  async function goRound(now: SQL): Promise<number> {
    await gatherMails(database, now)
    const claimed = await claimMails(database, now, AT_ONCE)
    await Promise.all(claimed.map((each) => send(each, now)))
    return claimed.length
  }

  async function send(claimed: ClaimedMail, now: SQL): Promise<void> {
    const letter = await readMail(database, claimed.id, inactive_days)
    const refusal = letter && (await mail.send(letterOf(claimed, letter), ending))
    // a mail interrupted by the shutdown is sent again when its lease ends
    if (ending.aborted && refusal) return
    const isAbandoned = await settleMail(database, claimed, refusal, now)
    if (letter) tell(refusal, isAbandoned)
  }

  function letterOf(
    { id, created_at }: ClaimedMail,
    letter: NonNullable<Awaited<ReturnType<typeof readMail>>>,
  ) {
    const { email: to, total, events } = letter
    return { id, to, written_at: created_at, ...mailOf(events, total, console_url) }
  }

  /** Logs each mail that is given up, and an outage only when it begins and when it ends. */
  function tell(refusal: Refusal | null, isAbandoned: boolean): void {
    if (isAbandoned) log.warn({ trouble: refusal?.reason }, 'a mail was given up')
    if (refusal?.kind === 'away') {
      if (!isAway) log.warn({ trouble: refusal.reason }, 'mail cannot be sent; it is tried again')
      isAway = true
      return
    }
    if (isAway) log.info('mail is sent again')
    isAway = false
  }

  return {
    /** Runs rounds at that instant until nothing more is due, for tests. */
    async step(now: SQL = sql`now()`): Promise<void> {
      while ((await goRound(now)) > 0);
    },
    start,
    close,
  }
}
