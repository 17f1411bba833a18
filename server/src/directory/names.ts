import { limits, patterns } from '@podium/contract/rules/rules.ts'
import { AndFilter, type Entry, Filter, FilterParser, OrFilter, SubstringFilter } from 'ldapts'
import type { DirectoryPerson } from './directory.ts'
import { type DirectorySettings, LOGIN_ID } from './directory-settings.ts'

type BindSettings = Pick<DirectorySettings, 'bind_dn'>
type DomainSettings = Pick<DirectorySettings, 'bind_dn' | 'search_dn'>
type LookUpSettings = Pick<DirectorySettings, 'filter' | 'attributes'>

/** Escapes a value in a distinguished name (RFC 4514): special characters are written as bytes. */
export function escapeInName(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9._@-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}

/**
 * The name that the person binds with, or null if the text is no ID of an account. Escaping alone is not enough:
 * directories treat ' kim' and 'kim' with a soft hyphen as 'kim'.
 */
export function bindNameOf({ bind_dn }: BindSettings, loginId: string): string | null {
  if (!patterns.username.test(loginId)) return null
  return bind_dn.replace(LOGIN_ID, () => escapeInName(loginId))
}

/** A Windows-style sign-in name: the ID with the domain before or behind it. */
const WITH_DOMAIN = /^(?:[^\\@]+\\\{login_id\}|\{login_id\}@(.+))$/

/**
 * The ID in a typed text. Windows users write `EXAMPLE\kim` or `kim@example.org` for `kim`, if those are the names with
 * which they sign in to the directory.
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

/** The search text. OpenLDAP ends it at a NUL and ignores invisible characters, so it would otherwise search for ''. */
export function searchedText(typed: string): string {
  return typed.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '').trim()
}

/** The filter for people with the text in their ID, name or e-mail address. */
export function someFilter({ filter, attributes }: LookUpSettings, text: string): Filter {
  const everyone = FilterParser.parseString(filter.replaceAll(LOGIN_ID, '*'))
  const searched = [attributes.username, attributes.display_name, attributes.email]
  const holding = searched.map((attribute) => new SubstringFilter({ attribute, any: [text] }))
  return new AndFilter({ filters: [everyone, new OrFilter({ filters: holding })] })
}

/**
 * The person in an entry, or null without an ID that an account could have. If the ID has several values, the one that
 * matches the search is used.
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

/** The texts of an attribute, however its name is capitalised, without characters that no field may contain. */
function valuesOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase())
  return [entry[name ?? ''] ?? []]
    .flat()
    .filter((value) => typeof value === 'string')
    .map((value) => value.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ').trim())
    .filter(Boolean)
}
