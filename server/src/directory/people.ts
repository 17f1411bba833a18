import { limits, patterns } from '@podium/contract/rules.ts'
import type { Entry } from 'ldapts'
import type { DirectoryPerson } from './directory.ts'
import type { DirectorySettings } from './directory-settings.ts'

/**
 * The person of an entry, or null without an ID that an account could have. Of several values of the ID the one that
 * fits what was looked for is taken.
 */
export function personOf(
  entry: Entry,
  attributes: DirectorySettings['attributes'],
  fits: (username: string) => boolean,
): DirectoryPerson | null {
  const ids = valuesOf(entry, attributes.username).filter((id) => patterns.username.test(id))
  const username = ids.find(fits) ?? ids[0]
  if (username === undefined) return null
  const first = (attribute: string, most: number) => (valuesOf(entry, attribute)[0] ?? '').slice(0, most)
  return {
    username,
    display_name: first(attributes.display_name, limits.display_name) || username,
    email: first(attributes.email, limits.email),
    company: first(attributes.company, limits.company),
    department: first(attributes.department, limits.department),
  }
}

/** The texts of an attribute, whichever way the directory writes its name, without what no field may hold. */
function valuesOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase())
  return [entry[name ?? ''] ?? []]
    .flat()
    .filter((value) => typeof value === 'string')
    .map((value) => value.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ').trim())
    .filter(Boolean)
}
