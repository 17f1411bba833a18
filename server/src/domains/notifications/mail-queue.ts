import { MAX_TRIES } from '@podium/contract/calls/webhooks.ts'
import type { Database } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Refusal } from '../../mail/mail.ts'
import { isLocked } from '../accounts/reads.ts'
import { query } from '../rows.ts'
import type { MailEvent } from './mail-text.ts'

/** Delay before an event is sent, so that a person gets one mail a minute at most. */
const GATHERED = sql`interval '1 minute'`
/** Older events are dropped, as after the server was off, or mail was. */
const NEWS = sql`interval '1 day'`
/** Longer than one attempt may take, so that two servers never send the same mail at the same time. */
const LEASE = sql`interval '1 minute'`
/** Pauses after the first attempt, the second and so on; the last one repeats while the mail server is away. */
const PAUSES = ['10 seconds', '1 minute', '5 minutes', '30 minutes', '2 hours']
/** The number of events that one mail describes in full. */
const MAX_TOLD = 50

/** True for the outcome of a group of runs if a further run of the group has started since. */
const GOES_ON = sql`(e.event = 'run.group' and exists (
  select from runs r where r.stream_id = (e.facts -> 'group' ->> 'stream_id')::uuid and r.created_by = e.account_id
    and r.schedule_id is null and r.state in (${liveStates})))`

export interface ClaimedMail {
  id: string
  /** attempts, including the present one */
  tries: number
  created_at: string
  is_old: boolean
}

/**
 * Creates a mail for each person with an event that has waited long enough, and puts all their waiting events into
 * it. The row locks show which events another server has just taken, so that no mail is empty.
 */
export async function gatherMails(db: Database, now: SQL): Promise<void> {
  const isWaiting = sql`e.mail_id is null and e.created_at > ${now} - ${NEWS} and not ${GOES_ON}`
  await query(db).any(sql`
    with people as materialized (
      select a.id from accounts a
      where a.id in (select e.account_id from mail_events e where ${isWaiting} and e.created_at <= ${now} - ${GATHERED})
      for no key update skip locked),
    waiting as materialized (
      select e.id, e.account_id from mail_events e where e.account_id in (select id from people) and ${isWaiting}
      for update of e),
    made as (
      insert into mails (account_id, next_at) select distinct account_id, ${now} from waiting returning id, account_id)
    update mail_events e set mail_id = made.id
    from waiting join made on made.account_id = waiting.account_id where e.id = waiting.id`)
}

/** Claims mails that are due and that no other server is sending. */
export function claimMails(db: Database, now: SQL, most: number): Promise<ClaimedMail[]> {
  return query(db).rows<ClaimedMail>(sql`
    with due as materialized (
      select id from mails where next_at <= ${now} order by next_at limit ${most} for update skip locked)
    update mails m set tries = m.tries + 1, next_at = ${now} + ${LEASE} from due where m.id = due.id
    returning m.id, m.tries, m.created_at, m.created_at <= ${now} - ${NEWS} as is_old`)
}

interface NotifiedEvent extends MailEvent {
  email: string
  total: number
}

/**
 * Reads the events of a mail that the person may still see, the oldest first, and their total. null if there are
 * none: the person has left the workspaces, is locked out, or has no address any more.
 */
export async function readMail(db: Database, id: string, inactiveDays: number) {
  const rows = await query(db).rows<NotifiedEvent>(sql`
    select accounts.email, e.event, e.facts, count(*) over ()::int as total
    from mail_events e join accounts on accounts.id = e.account_id
    where e.mail_id = ${id}::uuid and accounts.deleted_at is null and not ${isLocked(inactiveDays)}
      and accounts.email <> ''
      and (accounts.role = 'ADMIN' or exists (
        select from current_members m where m.workspace_id = e.workspace_id and m.account_id = e.account_id))
    order by e.created_at, e.id limit ${MAX_TOLD}`)
  const [first, ...others] = rows
  return first ? { email: first.email, total: first.total, events: [first, ...others] as const } : null
}

/** Records the result of an attempt. Returns true if the mail is given up and not sent again. */
export async function settleMail(
  db: Database,
  mail: ClaimedMail,
  refusal: Refusal | null,
  now: SQL,
): Promise<boolean> {
  const { id, tries } = mail
  const isAbandoned = refusal !== null && isLastTry(mail, refusal)
  const pause = refusal === null || isAbandoned ? null : (PAUSES[tries - 1] ?? PAUSES.at(-1))
  await query(db).any(sql`
    update mails set trouble = ${refusal?.reason ?? null}, tried_at = ${now}, next_at = ${now} + ${pause}::interval
    where id = ${id}::uuid and tries = ${tries}`)
  return isAbandoned
}

/** An outage is not the mail's fault, so the mail waits until it is too old. */
function isLastTry({ tries, is_old }: ClaimedMail, { kind }: Refusal): boolean {
  if (kind === 'away') return is_old
  return kind === 'never' || tries >= MAX_TRIES
}
