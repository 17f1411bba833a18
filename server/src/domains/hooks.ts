import type { Handle, Transaction } from '@podium/database/connect.ts'
import type { SQL } from 'drizzle-orm'
import type { Actor } from './audit/audit.ts'

/**
 * The functions that a domain calls although the domains that implement them lie to its right.
 * `connected-hooks.ts`, beside the app, implements each.
 */
export interface Hooks {
  /** An account has been marked as deleted: ends what it has in other domains. */
  onAccountDeleted(tx: Transaction, actor: Actor, account: { id: string; username: string }): Promise<void>
  /** An administrator has locked an account out: ends what may not go on without it. */
  onAccountLocked(tx: Transaction, actor: Actor, accountId: string): Promise<void>
  /** A membership has ended: ends what the person may not go on with in that workspace. */
  onMemberLeaves(tx: Transaction, actor: Actor, accountId: string, workspaceId: string): Promise<void>
  /** A person's rights have become fewer: removes the webhooks that they may not have any more, and returns their number. */
  onRightsLost(tx: Transaction, actor: Actor, accountId: string): Promise<number>
  /** Messages are about to be sent: queues the events that no transaction has queued. */
  onSending(database: Handle, now: SQL): Promise<void>
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
