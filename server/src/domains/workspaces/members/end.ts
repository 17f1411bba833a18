import { failAt } from '@podium/contract/rules/errors.ts'
import { INSTANT, isOnCalendar } from '../../audit/reads.ts'

/**
 * The end of a membership for storage, in milliseconds; undefined and null stay as they are.
 * @throws FieldProblems if it is no instant, or in the past
 */
export function endOf<Sent extends string | null | undefined>(sent: Sent, loc: (string | number)[]) {
  if (typeof sent !== 'string') return sent as Exclude<Sent, string>
  const at = INSTANT.test(sent) && isOnCalendar(sent) ? Date.parse(sent) : Number.NaN
  if (Number.isNaN(at)) failAt(loc, 'Write an instant like 2026-12-03T23:59:59Z, or null for no end.')
  if (at <= Date.now()) failAt(loc, 'A membership ends in the future. Choose a later day.')
  return new Date(at).toISOString()
}
