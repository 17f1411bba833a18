import { MAX_TEST_MAILS } from '@podium/contract/calls/notifications.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import type { Mail } from '../../mail/mail.ts'
import { query } from '../rows.ts'
import { testMailOf } from './mail-text.ts'

export interface OwnMailDeps {
  database: Database
  /** missing if mail is off */
  mail?: Mail | undefined
  console_url: string | null
}

/** Reads if mail is set up, the caller's address, and why their last mail failed, if it did. */
export async function readOwnMail({ database, mail }: OwnMailDeps, { account_id }: Caller) {
  const own = await query(database).first<{ address: string; trouble: string }>(sql`
    select coalesce(a.email, '') as address, coalesce((
      select m.trouble from mails m where m.account_id = a.id and m.tried_at is not null
      order by m.tried_at desc limit 1), '') as trouble
    from accounts a where a.id = ${account_id}::uuid`)
  return { is_set_up: mail !== undefined, address: own?.address ?? '', trouble: own?.trouble ?? '' }
}

/**
 * Sends the caller a test mail and returns the mail server's answer; '' if it accepted the mail.
 * @throws Failure ACCOUNT.NONE, MAIL.NONE, MAIL.ADDRESS, MAIL.OFTEN
 */
export async function testOwnMail({ database, mail, console_url }: OwnMailDeps, { account_id }: Caller) {
  if (account_id === null) fail('ACCOUNT.NONE')
  if (!mail) fail('MAIL.NONE')
  const { id, created_at, email } = await beginTest(database, account_id)
  const letter = { id, to: email, written_at: created_at, ...testMailOf(console_url) }
  const trouble = (await mail.send(letter))?.reason ?? null
  await query(database).any(
    sql`update mails set tries = 1, tried_at = now(), trouble = ${trouble} where id = ${id}::uuid`,
  )
  return { trouble: trouble ?? '' }
}

/** Counts the test before it is sent, with the account locked, so that concurrent calls on two servers both count. */
function beginTest(database: Database, accountId: string) {
  return database.transaction(async (tx) => {
    const own = await query(tx).first<{ email: string | null }>(
      sql`select email from accounts where id = ${accountId}::uuid for no key update`,
    )
    const email = own?.email || fail('MAIL.ADDRESS')
    const made = await query(tx).first<{ id: string; created_at: string }>(sql`
      insert into mails (account_id, is_test, next_at) select ${accountId}::uuid, true, null
      where (select count(*) from mails where account_id = ${accountId}::uuid and is_test
        and created_at > now() - interval '1 hour') < ${MAX_TEST_MAILS}
      returning id, created_at`)
    return { email, ...(made ?? fail('MAIL.OFTEN', { most: MAX_TEST_MAILS })) }
  })
}
