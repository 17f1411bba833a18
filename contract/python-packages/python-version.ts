import { compare, satisfies, validRange } from '@renovatebot/pep440'

/** Whether a version such as '3.11.2' fits '>=3.10,<3.13'; what cannot be read forbids nothing. */
export function fits(version: string, requirement: string): boolean {
  return !validRange(requirement) || satisfies(version, requirement)
}

/** Below 0 where `one` is older. */
export function compareVersions(one: string, other: string): number {
  return compare(one, other)
}
