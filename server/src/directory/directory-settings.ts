import { FilterParser } from 'ldapts'
import { isLoopbackName } from '../http/connections/host-names.ts'
import type { Settings } from '../settings.ts'

/** The placeholder for the person's ID in the settings. */
export const LOGIN_ID = '{login_id}'

const FIELDS = ['username', 'display_name', 'email', 'company', 'department'] as const
type Field = (typeof FIELDS)[number]

export interface DirectorySettings {
  url: string
  host: string
  tls: 'ldaps' | 'starttls' | 'none'
  /** trusted certificates instead of the well-known ones, as PEM */
  ca: string | null
  /** the name that a person binds with, containing {login_id} */
  bind_dn: string
  /** the base of searches for people */
  search_dn: string
  reader: { dn: string; password: string } | null
  /** the filter that selects the person, containing {login_id} */
  filter: string
  /** the directory attribute for each field */
  attributes: Record<Field, string>
}

const USUAL = { display_name: 'displayName', email: 'mail', company: 'o', department: 'ou' }
const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9.;-]*$/
const OTHERS = [
  'PODIUM_LDAP_BASE_DN',
  'PODIUM_LDAP_BIND_DN',
  'PODIUM_LDAP_SEARCH_DN',
  'PODIUM_LDAP_READER_DN',
  'PODIUM_LDAP_READER_PASSWORD',
  'PODIUM_LDAP_READER_PASSWORD_FILE',
  'PODIUM_LDAP_FILTER',
  'PODIUM_LDAP_ATTRIBUTES',
  'PODIUM_LDAP_CA_FILE',
] as const

/** null without a directory. Errors are added to the settings' problems. */
export function readDirectorySettings(settings: Settings): DirectorySettings | null {
  const { problems, text } = settings
  const url = text('PODIUM_LDAP_URL')
  if (url === null) {
    const [orphan] = OTHERS.filter((name) => text(name) !== null)
    if (orphan) problems.push(`${orphan} needs PODIUM_LDAP_URL beside it.`)
    return null
  }
  const filter = text('PODIUM_LDAP_FILTER') ?? `(cn=${LOGIN_ID})`
  checkFilter(filter, problems)
  return {
    url,
    ...readAddress(url, settings.flag('PODIUM_LDAP_STARTTLS'), problems),
    ca: settings.certificates('PODIUM_LDAP_CA_FILE'),
    bind_dn: readBindName(settings),
    search_dn: readSearchBase(settings),
    reader: readReader(settings),
    filter,
    attributes: readAttributes(settings, filter),
  }
}

function readAddress(
  url: string,
  starttls: boolean,
  problems: string[],
): Pick<DirectorySettings, 'host' | 'tls'> {
  const wrong = (sentence: string) => {
    problems.push(`PODIUM_LDAP_URL=${url}: ${sentence}`)
    return { host: '', tls: 'none' as const }
  }
  const [, scheme, host, rest = ''] = /^(ldaps?):\/\/(\[[0-9a-fA-F:]+\]|[^\s/:@?#]+)(.*)$/.exec(url) ?? []
  if (scheme === undefined || host === undefined || !/^(:\d{1,5})?\/?$/.test(rest))
    return wrong(
      'give an address like ldaps://directory.example.org, with a port if need be and nothing else.',
    )
  const bare = host.replace(/^\[|\]$/g, '')
  if (scheme === 'ldaps')
    return starttls
      ? wrong('PODIUM_LDAP_STARTTLS=1 goes with ldap:// only; ldaps:// is encrypted already.')
      : { host: bare, tls: 'ldaps' }
  if (starttls) return { host: bare, tls: 'starttls' }
  return isLoopbackName(host)
    ? { host: bare, tls: 'none' }
    : wrong('passwords would travel unencrypted. Use ldaps://, or set PODIUM_LDAP_STARTTLS=1.')
}

function readBindName({ text, problems }: Settings): string {
  const name = text('PODIUM_LDAP_BIND_DN') ?? ''
  // the ID alone could be the name of a mechanism, which is another kind of bind
  if (name.split(LOGIN_ID).length !== 2 || name === LOGIN_ID)
    problems.push(
      `PODIUM_LDAP_BIND_DN: give the name that people sign in with, with ${LOGIN_ID} in it once, e.g. ${LOGIN_ID}@example.org or uid=${LOGIN_ID},ou=people,dc=example,dc=org.`,
    )
  return name
}

function readSearchBase({ text, problems }: Settings): string {
  const base = text('PODIUM_LDAP_SEARCH_DN') ?? text('PODIUM_LDAP_BASE_DN')
  if (base === null)
    problems.push('PODIUM_LDAP_URL needs PODIUM_LDAP_BASE_DN or PODIUM_LDAP_SEARCH_DN beside it.')
  return base ?? ''
}

function readReader({ text, secret, problems }: Settings): DirectorySettings['reader'] {
  const dn = text('PODIUM_LDAP_READER_DN')
  const password = secret('PODIUM_LDAP_READER_PASSWORD')
  if (dn !== null && password !== null) return { dn, password }
  if (dn !== null || password !== null)
    problems.push('PODIUM_LDAP_READER_DN and PODIUM_LDAP_READER_PASSWORD go together: set both or neither.')
  return null
}

function checkFilter(filter: string, problems: string[]): void {
  try {
    if (!filter.includes(LOGIN_ID)) throw new Error(`it does not contain ${LOGIN_ID}`)
    // the parser accepts a filter that never ends
    if (filter.split('(').length !== filter.split(')').length) throw new Error('its parentheses do not match')
    FilterParser.parseString(filter.replaceAll(LOGIN_ID, 'x'))
  } catch (error) {
    problems.push(`PODIUM_LDAP_FILTER=${filter}: this is not a valid filter, ${(error as Error).message}.`)
  }
}

function readAttributes({ list, problems }: Settings, filter: string): DirectorySettings['attributes'] {
  const attributes: Partial<Record<Field, string>> = { ...USUAL }
  for (const pair of list('PODIUM_LDAP_ATTRIBUTES')) {
    const [name, attribute = ''] = pair.split('=').map((part) => part.trim())
    const field = FIELDS.find((each) => each === name)
    if (field && ATTRIBUTE.test(attribute)) attributes[field] = attribute
    else
      problems.push(
        `PODIUM_LDAP_ATTRIBUTES: '${pair}' is not a pair like email=mail. The fields are ${FIELDS.join(', ')}.`,
      )
  }
  const username = attributes.username ?? /\(\s*([A-Za-z][A-Za-z0-9.-]*)=\{login_id\}\)/.exec(filter)?.[1]
  if (username === undefined)
    problems.push(
      'PODIUM_LDAP_ATTRIBUTES: give the attribute that contains the ID, e.g. username=sAMAccountName; the filter does not name it.',
    )
  return { ...USUAL, ...attributes, username: username ?? '' }
}
