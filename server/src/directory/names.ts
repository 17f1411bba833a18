import { patterns } from '@podium/contract/rules.ts'
import { AndFilter, Filter, FilterParser, OrFilter, SubstringFilter } from 'ldapts'
import { type DirectorySettings, LOGIN_ID } from './directory-settings.ts'

type BindSettings = Pick<DirectorySettings, 'bind_dn'>
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

/** The filter for the one person with this ID. */
export function oneFilter({ filter }: LookUpSettings, loginId: string): Filter {
  return FilterParser.parseString(filter.replaceAll(LOGIN_ID, () => Filter.escape(loginId)))
}

/** The text to look for: OpenLDAP ends it at a NUL, and what nobody sees counts for nothing, so '' would be looked for. */
export function searchedText(typed: string): string {
  return typed.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '').trim()
}

/** The filter for people who have the text in their ID, name or e-mail address. */
export function someFilter({ filter, attributes }: LookUpSettings, text: string): Filter {
  const anybody = FilterParser.parseString(filter.replaceAll(LOGIN_ID, '*'))
  const searched = [attributes.username, attributes.display_name, attributes.email]
  const holding = searched.map((attribute) => new SubstringFilter({ attribute, any: [text] }))
  return new AndFilter({ filters: [anybody, new OrFilter({ filters: holding })] })
}
