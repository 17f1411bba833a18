import { readOwnMail } from '@podium/contract/calls/notifications.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { q } from '../../../api/query.ts'

export const ownMail = q(readOwnMail)
export type OwnMail = ReplyOf<typeof readOwnMail>

/** True if messages can reach the person: mail is set up, and they have an address. */
export function canReceive(mail: OwnMail | undefined): boolean {
  return mail?.is_set_up === true && mail.address !== ''
}
