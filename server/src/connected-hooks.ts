import type { Hooks } from './domains/hooks.ts'
import { endWebhooksOf } from './domains/notifications/remove-webhooks.ts'
import { closeRequestsOfLeaver } from './domains/workspaces/access-requests/close.ts'

/** The implementation of each hook; where several domains take part, in the order that the audit log shows. */
export const connectedHooks: Hooks = {
  onAccountDeleted: closeRequestsOfLeaver,
  onAccountLocked: closeRequestsOfLeaver,
  onRightsLost: endWebhooksOf,
}
