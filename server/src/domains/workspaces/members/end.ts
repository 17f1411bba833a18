import { failAt } from '@podium/contract/rules/errors.ts'
import { INSTANT, isOnCalendar } from '../../audit/reads.ts'

/**
 * The end of a membership as it is stored, to the millisecond; what is left out or null stays so.
 * @throws FieldProblems where it is no instant, or one that has passed
 */
export function endOf<Sent extends string | null | undefined>(sent: Sent, loc: (string | number)[]) {
  if (typeof sent !== 'string') return sent as Exclude<Sent, string>
  const at = INSTANT.test(sent) && isOnCalendar(sent) ? Date.parse(sent) : Number.NaN
  if (Number.isNaN(at)) failAt(loc, 'Write an instant like 2026-12-03T23:59:59Z, or null for no end.')
  if (at <= Date.now()) failAt(loc, 'A membership ends in the future. Choose a later day.')
  return new Date(at).toISOString()
}
