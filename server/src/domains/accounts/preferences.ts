import { NOTIFICATION_DEFAULTS } from '@podium/contract/calls/notifications.ts'
import type { Preferences } from '@podium/contract/calls/preferences.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { query } from '../rows.ts'

const DEFAULTS: Preferences = {
  theme: 'light',
  density: 'comfortable',
  shortcuts: 'on',
  times: 'dates',
  solution_view: 'list',
  inference_view: 'streams',
  pinned_charts: [],
  ...NOTIFICATION_DEFAULTS,
}

/** The person's preferences; a caller without an account gets the defaults. */
export async function readPreferences(
  db: Handle,
  { account_id }: Pick<Caller, 'account_id'>,
): Promise<Preferences> {
  const row = await query(db).first<{ preferences: Partial<Preferences> }>(
    sql`select preferences from accounts where id = ${account_id}::uuid`,
  )
  return { ...DEFAULTS, ...row?.preferences }
}

/**
 * Merges the sent choices with the stored ones. They concern this person only, so there is no revision and no audit
 * event.
 * @throws Failure ACCOUNT.NONE
 */
export async function keepPreferences(
  db: Handle,
  caller: Caller,
  chosen: { [K in keyof Preferences]?: Preferences[K] | undefined },
): Promise<Preferences> {
  if (caller.account_id === null) fail('ACCOUNT.NONE')
  await db.execute(sql`
    update accounts set preferences = preferences || ${JSON.stringify(chosen)}::jsonb
    where id = ${caller.account_id}::uuid`)
  return readPreferences(db, caller)
}
