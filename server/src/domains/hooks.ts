import type { Transaction } from '@podium/database/connect.ts'
import type { Actor } from './audit/audit.ts'

interface Leaver {
  id: string
  username: string
}

/**
 * The functions that a domain calls although those that carry them out lie to its right. They run in the caller's
 * transaction. `connected-hooks.ts` beside the app implements each.
 */
export interface Hooks {
  /** An account has been marked as deleted: ends what it has in other domains. */
  onAccountDeleted(tx: Transaction, actor: Actor, account: Leaver): Promise<void>
  /** An administrator has locked an account out: ends what may not go on without it. */
  onAccountLocked(tx: Transaction, actor: Actor, account: Leaver): Promise<void>
  /** A person's rights have become fewer: removes the webhooks that they may not have any more, and returns their number. */
  onRightsLost(tx: Transaction, actor: Actor, accountId: string): Promise<number>
}

let connected: Hooks | null = null

/** Connects the hooks, before anything is served. */
export function connectHooks(implemented: Hooks): void {
  connected = implemented
}

export function hooks(): Hooks {
  if (!connected) throw new Error('The hooks are not connected.')
  return connected
}
