import { compare, satisfies, valid, validRange } from '@renovatebot/pep440'

/** True if a version such as '3.11.2' satisfies '>=3.10,<3.13'; an unreadable requirement allows everything. */
export function fits(version: string, requirement: string): boolean {
  return !validRange(requirement) || satisfies(version, requirement)
}

/** Negative if `one` is older. */
export function compareVersions(one: string, other: string): number {
  return compare(one, other)
}

/** True for '2.0' and '2.0.0'. */
export function isSameVersion(one: string, other: string): boolean {
  return one === other || (valid(one) !== null && valid(other) !== null && compare(one, other) === 0)
}
