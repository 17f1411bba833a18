import type { Hooks } from './domains/hooks.ts'
import { endWebhooksOf } from './domains/notifications/remove-webhooks.ts'
import { pauseSchedulesOfLeaver, pauseSchedulesOfLocked } from './domains/schedules/pause-schedules.ts'
import { tellOfPauses } from './domains/schedules/schedule-events.ts'
import { closeRequestsOfLeaver } from './domains/workspaces/access-requests/close.ts'

/** The implementation of each hook; where several domains take part, in the order that the audit log shows. */
export const connectedHooks: Hooks = {
  async onAccountDeleted(tx, actor, { id }) {
    await pauseSchedulesOfLeaver(tx, actor, id)
    await closeRequestsOfLeaver(tx, actor, id)
  },
  async onAccountLocked(tx, actor, { id }) {
    await pauseSchedulesOfLocked(tx, actor, id)
    await closeRequestsOfLeaver(tx, actor, id)
  },
  onMemberLeaves: pauseSchedulesOfLeaver,
  onRightsLost: endWebhooksOf,
  onSending: tellOfPauses,
}
