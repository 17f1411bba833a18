import { expect, test } from 'vitest'
import { readOidcSettings } from './oidc-settings.ts'
import { readSettings } from './settings.ts'

const ALL = {
  PODIUM_OIDC_ISSUER: 'https://id.example.org/realms/works',
  PODIUM_OIDC_CLIENT_ID: 'podium',
  PODIUM_OIDC_CLIENT_SECRET: 'copper heron at dawn',
  PODIUM_OIDC_GROUPS: 'staff',
}

function read(env: Record<string, string>, publicUrl: string | null = 'https://podium.example.org') {
  const settings = readSettings(env)
  return {
    read: readOidcSettings(settings, publicUrl === null ? null : new URL(publicUrl)),
    problems: settings.problems,
  }
}

test('needs only an issuer, its client and a group, and has defaults for the rest', () => {
  expect(read({})).toEqual({ read: null, problems: [] })
  const { read: settings, problems } = read(ALL)
  expect(problems).toEqual([])
  expect(settings).toMatchObject({
    label: 'single sign-on',
    scopes: 'openid profile email',
    username_claim: 'preferred_username',
    groups_claim: 'groups',
    groups: ['staff'],
    admin_groups: [],
    workspaces: [],
  })
  expect(settings?.callback.href).toBe('https://podium.example.org/api/v1/auth/oidc/callback')
  expect(read({ ...ALL, PODIUM_OIDC_ISSUER: 'http://127.0.0.1:8090' }).problems).toEqual([])
})

const ML = 'cn=ml-team,ou=groups,dc=example,dc=org'
const OPS = 'CN=Ops, OU=Groups, DC=example, DC=org'

test.each([
  ['staff, leads,', ['staff', 'leads']],
  ['works/podium', ['works/podium']],
  [ML, [ML]],
  [`${ML}; ${OPS};`, [ML, OPS]],
  [`${ML};staff`, [ML, 'staff']],
  ['R&D, Vision;Leads', ['R&D, Vision', 'Leads']],
])('%s names %j', (value, groups) => {
  for (const name of ['PODIUM_OIDC_GROUPS', 'PODIUM_OIDC_ADMIN_GROUPS'])
    expect(read({ ...ALL, [name]: value })).toMatchObject({
      problems: [],
      read: { [name === 'PODIUM_OIDC_GROUPS' ? 'groups' : 'admin_groups']: groups },
    })
})

test.each([',', ';'])(
  'reads workspaces of groups with commas in their names, separated by %j',
  (separator) => {
    const { read: settings, problems } = read({
      ...ALL,
      PODIUM_OIDC_WORKSPACES: [`${ML}=poc:DEVELOPER`, `${OPS}=line:MANAGER`, 'staff=poc:MEMBER'].join(
        separator,
      ),
    })
    expect(problems).toEqual([])
    expect(settings?.workspaces).toEqual([
      { group: ML, workspace: 'poc', role: 'DEVELOPER' },
      { group: OPS, workspace: 'line', role: 'MANAGER' },
      { group: 'staff', workspace: 'poc', role: 'MEMBER' },
    ])
  },
)

test('reads groups with an equal sign, each with a workspace and a role', () => {
  const { read: settings } = read({
    ...ALL,
    PODIUM_OIDC_WORKSPACES: 'cn=vision=poc:DEVELOPER, leads=poc-ws:MANAGER',
  })
  expect(settings?.workspaces).toEqual([
    { group: 'cn=vision', workspace: 'poc', role: 'DEVELOPER' },
    { group: 'leads', workspace: 'poc-ws', role: 'MANAGER' },
  ])
})

test.each<[Record<string, string>, string]>([
  [{ PODIUM_OIDC_CLIENT_ID: 'podium' }, 'PODIUM_OIDC_CLIENT_ID needs PODIUM_OIDC_ISSUER beside it.'],
  [{ ...ALL, PODIUM_OIDC_CLIENT_SECRET: '' }, 'needs PODIUM_OIDC_CLIENT_ID and PODIUM_OIDC_CLIENT_SECRET'],
  [{ ...ALL, PODIUM_OIDC_GROUPS: '' }, 'needs groups whose people may sign in'],
  [{ ...ALL, PODIUM_OIDC_ISSUER: 'http://id.example.org' }, 'give an https address'],
  [{ ...ALL, PODIUM_OIDC_SCOPES: 'profile email' }, 'openid must be one of them'],
  [{ ...ALL, PODIUM_OIDC_GROUPS_SEPARATOR: ',' }, 'give comma, semicolon or space'],
  [{ ...ALL, PODIUM_OIDC_WORKSPACES: 'staff=poc:BOSS' }, 'not of the form group=workspace:ROLE'],
  [
    { ...ALL, PODIUM_OIDC_WORKSPACES: 'staff=poc:BOSS,leads=poc:MANAGER' },
    "'staff=poc:BOSS' is not of the form",
  ],
])('%j is refused in a sentence', (env, words) => {
  const { problems } = read(env)
  expect(problems).toEqual([expect.stringContaining(words)])
  expect(problems.join()).not.toContain(ALL.PODIUM_OIDC_CLIENT_SECRET)
})

test('requires the server’s own address, to which the provider returns', () => {
  expect(read(ALL, null).problems).toEqual([expect.stringContaining('needs PODIUM_PUBLIC_URL')])
})
