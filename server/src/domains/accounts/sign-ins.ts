import type { Transaction } from '@podium/database/connect.ts'
import { voidLinks } from './one-time-links.ts'
import { endSessions } from './sessions.ts'
import { revokeTokens } from './tokens.ts'

/**
 * Ends everything that lets the account in without its password: its access tokens, the links to set a new one, and its
 * sessions but the one that is kept.
 */
export async function endSignIns(
  tx: Transaction,
  accountId: string,
  kept: Buffer | null = null,
): Promise<void> {
  await endSessions(tx, accountId, kept)
  await revokeTokens(tx, accountId)
  await voidLinks(tx, accountId)
}
