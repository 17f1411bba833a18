import { limits, patterns } from '@podium/contract/rules/rules.ts'
import { AndFilter, type Entry, Filter, FilterParser, OrFilter, SubstringFilter } from 'ldapts'
import type { DirectoryPerson } from './directory.ts'
import { type DirectorySettings, LOGIN_ID } from './directory-settings.ts'

type BindSettings = Pick<DirectorySettings, 'bind_dn'>
type DomainSettings = Pick<DirectorySettings, 'bind_dn' | 'search_dn'>
type LookUpSettings = Pick<DirectorySettings, 'filter' | 'attributes'>

/** A value inside a distinguished name (RFC 4514): whatever could mean something is written as its bytes. */
export function escapeInName(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9._@-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}

/**
 * What the person binds as, or null for what is no ID of an account: directories take ' kim' and 'kim' with a soft
 * hyphen for 'kim', so escaping alone does not tell people apart.
 */
export function bindNameOf({ bind_dn }: BindSettings, loginId: string): string | null {
  if (!patterns.username.test(loginId)) return null
  return bind_dn.replace(LOGIN_ID, () => escapeInName(loginId))
}

/** A name that people of a Windows network sign in with: their ID with the domain before or behind it. */
const WITH_DOMAIN = /^(?:[^\\@]+\\\{login_id\}|\{login_id\}@(.+))$/

/**
 * The ID of what a person typed: people of a Windows network write `EXAMPLE\kim` and `kim@example.org` for `kim`, where
 * these are the names that they sign in to the directory with.
 */
export function idWithoutDomain({ bind_dn, search_dn }: DomainSettings, typed: string): string {
  const form = WITH_DOMAIN.exec(bind_dn)
  if (!form) return typed
  const [, before] = /^[^\\@]+\\(.+)$/.exec(typed) ?? []
  if (before !== undefined) return before
  const [, id = typed, domain = ''] = /^(.+)@([^@]+)$/.exec(typed) ?? []
  const ofBase = search_dn.split(',').flatMap((part) => /^\s*dc=(.+?)\s*$/i.exec(part)?.[1] ?? [])
  const own = [form[1], ofBase.join('.')].map((name) => name?.toLowerCase())
  return own.includes(domain.toLowerCase()) ? id : typed
}

/** The filter for the one person with this ID. */
export function oneFilter({ filter }: LookUpSettings, loginId: string): Filter {
  return FilterParser.parseString(filter.replaceAll(LOGIN_ID, () => Filter.escape(loginId)))
}

/** The text to look for: OpenLDAP ends it at a NUL and skips invisible characters, so '' would be looked for. */
export function searchedText(typed: string): string {
  return typed.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '').trim()
}

/** The filter for people who have the text in their ID, name or e-mail address. */
export function someFilter({ filter, attributes }: LookUpSettings, text: string): Filter {
  const everyone = FilterParser.parseString(filter.replaceAll(LOGIN_ID, '*'))
  const searched = [attributes.username, attributes.display_name, attributes.email]
  const holding = searched.map((attribute) => new SubstringFilter({ attribute, any: [text] }))
  return new AndFilter({ filters: [everyone, new OrFilter({ filters: holding })] })
}

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
