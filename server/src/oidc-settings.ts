import { finishSingleSignOn } from '@podium/contract/calls/single-sign-on.ts'
import type { WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { publicAddress } from './http/address.ts'
import { isLoopbackName } from './http/connections/host-names.ts'
import type { Settings } from './settings.ts'

/** Members of the group get the role in the workspace, named with or without '-ws'. */
export interface GroupRole {
  group: string
  workspace: string
  role: WorkspaceRole
}

export interface OidcSettings {
  issuer: URL
  client_id: string
  client_secret: string
  /** the label of the button */
  label: string
  scopes: string
  username_claim: string
  groups_claim: string
  /** the separator of groups in a text claim; null: the text is one group */
  groups_separator: string | null
  /** sign-ins begin with a request of the server, even if the provider does not require it */
  pushed_requests: boolean
  /** groups that may sign in, in addition to the other two settings */
  groups: string[]
  /** empty: roles of accounts are assigned in Podium, not by groups */
  admin_groups: string[]
  workspaces: GroupRole[]
  /** the redirect address for the provider */
  callback: URL
}

const OTHERS = [
  'PODIUM_OIDC_CLIENT_ID',
  'PODIUM_OIDC_CLIENT_SECRET',
  'PODIUM_OIDC_CLIENT_SECRET_FILE',
  'PODIUM_OIDC_LABEL',
  'PODIUM_OIDC_SCOPES',
  'PODIUM_OIDC_USERNAME_CLAIM',
  'PODIUM_OIDC_GROUPS_CLAIM',
  'PODIUM_OIDC_GROUPS_SEPARATOR',
  'PODIUM_OIDC_PUSHED_REQUESTS',
  'PODIUM_OIDC_GROUPS',
  'PODIUM_OIDC_ADMIN_GROUPS',
  'PODIUM_OIDC_WORKSPACES',
] as const

/** null without single sign-on. Errors are added to the settings' problems. */
export function readOidcSettings(settings: Settings, publicUrl: URL | null): OidcSettings | null {
  const { problems, text } = settings
  const issuer = readIssuer(settings)
  if (issuer === null) {
    const [orphan] = OTHERS.filter((name) => text(name) !== null)
    if (orphan && text('PODIUM_OIDC_ISSUER') === null)
      problems.push(`${orphan} needs PODIUM_OIDC_ISSUER beside it.`)
    return null
  }
  const client_id = text('PODIUM_OIDC_CLIENT_ID')
  const client_secret = settings.secret('PODIUM_OIDC_CLIENT_SECRET')
  if (client_id === null || client_secret === null)
    problems.push('PODIUM_OIDC_ISSUER needs PODIUM_OIDC_CLIENT_ID and PODIUM_OIDC_CLIENT_SECRET beside it.')
  if (publicUrl === null)
    problems.push(
      'PODIUM_OIDC_ISSUER needs PODIUM_PUBLIC_URL, the address that the provider sends people back to.',
    )
  const groups = readGroups(settings, 'PODIUM_OIDC_GROUPS')
  const admin_groups = readGroups(settings, 'PODIUM_OIDC_ADMIN_GROUPS')
  const workspaces = readWorkspaces(settings)
  if (![...groups, ...admin_groups, ...settings.list('PODIUM_OIDC_WORKSPACES')].length)
    problems.push(
      'PODIUM_OIDC_ISSUER needs groups whose people may sign in: name them in PODIUM_OIDC_GROUPS, PODIUM_OIDC_ADMIN_GROUPS or PODIUM_OIDC_WORKSPACES.',
    )
  if (client_id === null || client_secret === null || publicUrl === null) return null
  return {
    issuer,
    client_id,
    client_secret,
    label: text('PODIUM_OIDC_LABEL') ?? 'single sign-on',
    scopes: readScopes(settings),
    username_claim: text('PODIUM_OIDC_USERNAME_CLAIM') ?? 'preferred_username',
    groups_claim: text('PODIUM_OIDC_GROUPS_CLAIM') ?? 'groups',
    groups_separator: readSeparator(settings),
    pushed_requests: settings.flag('PODIUM_OIDC_PUSHED_REQUESTS'),
    groups,
    admin_groups,
    workspaces,
    callback: new URL(publicAddress({ public_url: publicUrl }) + finishSingleSignOn.path),
  }
}

/** Requires https: over plain http, anybody on the network path could sign in as anybody. */
function readIssuer(settings: Settings): URL | null {
  const issuer = settings.webAddress('PODIUM_OIDC_ISSUER')
  if (issuer === null || issuer.protocol === 'https:' || isLoopbackName(issuer.host)) return issuer
  settings.problems.push(`PODIUM_OIDC_ISSUER=${issuer.href}: give an https address.`)
  return null
}

function readScopes({ text, problems }: Settings): string {
  const scopes = text('PODIUM_OIDC_SCOPES') ?? 'openid profile email'
  if (!scopes.split(/\s+/).includes('openid'))
    problems.push(`PODIUM_OIDC_SCOPES=${scopes}: openid must be one of them.`)
  return scopes
}

const SEPARATORS: Record<string, string> = { comma: ',', semicolon: ';', space: ' ' }

function readSeparator({ text, problems }: Settings): string | null {
  const word = text('PODIUM_OIDC_GROUPS_SEPARATOR')
  if (word === null) return null
  const separator = SEPARATORS[word]
  if (separator === undefined)
    problems.push(`PODIUM_OIDC_GROUPS_SEPARATOR=${word}: give comma, semicolon or space.`)
  return separator ?? null
}

/** Distinguished names of a directory contain commas; they begin with an attribute name. */
const DISTINGUISHED = /^\s*[a-z][\w.-]*=/i

/** Groups are separated by commas, or by semicolons if their names contain commas. */
function readGroups(
  { text, list }: Settings,
  name: 'PODIUM_OIDC_GROUPS' | 'PODIUM_OIDC_ADMIN_GROUPS',
): string[] {
  const value = text(name) ?? ''
  if (value.includes(';')) return list(name, ';')
  return DISTINGUISHED.test(value) ? [value.trim()] : list(name)
}

/**
 * Entries are separated by semicolons, or by commas behind a role: other commas are part of a group's name. The group
 * ends at the last equal sign, because its name may contain one.
 */
function readWorkspaces({ list, problems }: Settings): GroupRole[] {
  return list('PODIUM_OIDC_WORKSPACES', /;|(?<=:\s*[a-z]+\s*),/i).flatMap((each) => {
    const [, group, workspace, role] = /^(.+)=([^=:]+):(MANAGER|DEVELOPER|MEMBER)$/.exec(each) ?? []
    if (group && workspace) return [{ group, workspace, role: role as WorkspaceRole }]
    problems.push(
      `PODIUM_OIDC_WORKSPACES: '${each}' is not of the form group=workspace:ROLE, with the role MANAGER, DEVELOPER or MEMBER.`,
    )
    return []
  })
}
