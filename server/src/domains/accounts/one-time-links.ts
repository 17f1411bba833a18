import type { Handle, Transaction } from '@podium/database/connect.ts'
import { oneTimeLinks } from '@podium/database/schema/accounts.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { hashOfToken, newToken } from '../../http/tokens.ts'

/**
 * Makes a link's secret, good for a day. An earlier one for the same purpose (and account) is void from then on,
 * also where two are made at once.
 */
export async function makeLink(
  tx: Transaction,
  purpose: 'setup' | 'password',
  accountId: string | null,
): Promise<{ secret: string; expires_at: string }> {
  const sameUse =
    accountId === null ? purposeIs(purpose) : and(purposeIs(purpose), eq(oneTimeLinks.account_id, accountId))
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`link ${purpose} ${accountId}`}, 0))`)
  await tx.delete(oneTimeLinks).where(sameUse)
  const secret = newToken()
  const [link] = await tx
    .insert(oneTimeLinks)
    .values({
      secret_hash: hashOfToken(secret),
      purpose,
      account_id: accountId,
      expires_at: sql`now() + interval '1 day'`,
    })
    .returning({ expires_at: oneTimeLinks.expires_at })
  if (!link) throw new Error('the link was not kept')
  return { secret, expires_at: link.expires_at }
}

/** Uses a link up and answers whose it is, or null when it is no longer good. Only one of two racing uses gets it. */
export async function useLink(
  db: Handle,
  purpose: 'setup' | 'password',
  secret: string,
): Promise<{ account_id: string | null } | null> {
  const good = and(goodLink(purpose, secret))
  const [link] = await db.delete(oneTimeLinks).where(good).returning({ account_id: oneTimeLinks.account_id })
  return link ?? null
}

/** Makes every link of the account void. */
export async function voidLinks(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.account_id, accountId))
}

/** Whose link it is, without using it up. */
export async function findLink(
  db: Handle,
  purpose: 'setup' | 'password',
  secret: string,
): Promise<{ account_id: string | null } | null> {
  const [link] = await db
    .select({ account_id: oneTimeLinks.account_id })
    .from(oneTimeLinks)
    .where(goodLink(purpose, secret))
  return link ?? null
}

function goodLink(purpose: 'setup' | 'password', secret: string): SQL | undefined {
  return and(purposeIs(purpose), eq(oneTimeLinks.secret_hash, hashOfToken(secret)), sql`expires_at > now()`)
}

function purposeIs(purpose: 'setup' | 'password'): SQL {
  return eq(oneTimeLinks.purpose, purpose)
}
