import type { Handle, Transaction } from '@podium/database/connect.ts'
import { oneTimeLinks } from '@podium/database/schema/accounts.ts'
import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { hashOfToken, newToken } from '../../../http/session/tokens.ts'
import { query } from '../../rows.ts'

type Purpose = 'setup' | 'password'
type Owner = { account_id: string | null }

/** Makes a link's secret, valid for a day, in addition to existing ones. */
export async function makeLink(tx: Transaction, purpose: Purpose, accountId: string | null) {
  const secret = newToken()
  const expires_at = sql`now() + interval '1 day'`
  const [link] = await tx
    .insert(oneTimeLinks)
    .values({ secret_hash: hashOfToken(secret), purpose, account_id: accountId, expires_at })
    .returning({ expires_at: oneTimeLinks.expires_at })
  if (!link) throw new Error('the link was not kept')
  return { secret, ...link }
}

/** The owner of a link, without using it up; null if it is no longer valid. */
export function findLink(db: Handle, purpose: Purpose, secret: string): Promise<Owner | null> {
  return query(db).first(sql`select account_id from one_time_links where ${isGood(purpose, secret)}`)
}

/** Uses up a link and returns its owner; null if it is no longer valid. Only one of two simultaneous uses succeeds. */
export function useLink(db: Handle, purpose: Purpose, secret: string): Promise<Owner | null> {
  return query(db).first(
    sql`delete from one_time_links where ${isGood(purpose, secret)} returning account_id`,
  )
}

/** Voids every link of the account; null voids every set-up link, which belongs to no account. */
export async function voidLinks(tx: Transaction, accountId: string | null): Promise<void> {
  const { account_id } = oneTimeLinks
  await tx.delete(oneTimeLinks).where(accountId === null ? isNull(account_id) : eq(account_id, accountId))
}

function isGood(purpose: Purpose, secret: string): SQL {
  return sql`purpose = ${purpose} and secret_hash = ${hashOfToken(secret)} and expires_at > now()`
}
