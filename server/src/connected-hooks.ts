import type { Hooks } from './domains/hooks.ts'
import { endWebhooksOf } from './domains/notifications/remove-webhooks.ts'
import { tellOfWaiting } from './domains/run-records/run-events.ts'
import { pauseSchedulesOfLeaver, pauseSchedulesOfLocked } from './domains/schedules/pause-schedules.ts'
import { tellOfPauses } from './domains/schedules/schedule-events.ts'
import { closeRequestsOfLeaver } from './domains/workspaces/access-requests/close.ts'
import { removeFromWorkspaces } from './domains/workspaces/members/service.ts'

/** The implementation of each hook; where several domains take part, in the order of their events in the audit log. */
export const connectedHooks: Hooks = {
  async onAccountDeleted(tx, actor, account) {
    await removeFromWorkspaces(tx, actor, account)
    await pauseSchedulesOfLeaver(tx, actor, account.id)
    await closeRequestsOfLeaver(tx, actor, account.id)
  },
  async onAccountLocked(tx, actor, accountId) {
    await pauseSchedulesOfLocked(tx, actor, accountId)
    await closeRequestsOfLeaver(tx, actor, accountId)
  },
  onMemberLeaves: pauseSchedulesOfLeaver,
  onRightsLost: endWebhooksOf,
  async onSending(database, now) {
    await tellOfWaiting(database, now)
    await tellOfPauses(database)
  },
}
