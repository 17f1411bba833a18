import type { Transaction } from '@podium/database/connect.ts'
import type { Actor } from './audit/audit.ts'

/**
 * The functions that a domain calls although those that carry them out lie to its right. They run in the caller's
 * transaction. `connected-hooks.ts` beside the app implements each.
 */
export interface Hooks {
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
