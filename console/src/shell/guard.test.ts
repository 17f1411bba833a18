import { type AccountRole, permissions, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { expect, test } from 'vitest'
import { hrefOf } from '../navigation/target.ts'
import { menu, screens } from '../routes.tsx'
import { detourFrom, menuFor, type Visitor } from './guard.ts'

const NO_PERMISSION = 'You do not have permission to access.: Needs Admin, and Manager of alpha.'
const accountRoles: readonly AccountRole[] = ['ADMIN', 'DEVELOPER']
const workspaceRoles: readonly (WorkspaceRole | null)[] = ['MANAGER', 'DEVELOPER', 'MEMBER', null]

/** The table of screens, repeated for the test. */
const OPEN = [
  '/overview',
  '/solution',
  '/solution/list',
  '/solution/$id',
  '/solution/$id/edit',
  '/inferenceModel',
  '/inferenceModel/list',
  '/inferenceModel/run/new',
  '/inferenceModel/run/$id',
  '/inferenceModel/compare',
  '/inferenceModel/models/$id',
  '/inferenceModel/instance/new',
  '/inferenceModel/instance/$id',
  '/dataSet',
  '/dataSet/new',
  '/dataSet/$id',
  '/settings/workspace',
  '/settings/workspace/detail/$id',
  '/settings/workspace/members/$id',
  '/settings/workspace/schedule/$id',
  '/settings/schedule/$id',
  '/settings/account/editProfile',
  // The page itself decides what a manager may see of it.
  '/settings/audit',
  '/settings/requests',
  '/reference',
]
const ADMINISTRATORS = [
  '/settings/account',
  '/settings/account/refused',
  '/settings/account/register',
  '/settings/account/directory',
  '/settings/engine',
  '/settings/account/edit/$id',
  '/settings/account/leave/$id',
  '/settings/workspace/register',
  '/settings/workspace/edit/$id',
]

const visitor = (part: Partial<Visitor>): Visitor => ({
  account: null,
  workspaceRole: null,
  membersMayOnlyLook: false,
  workspaceName: 'alpha',
  mustChangePassword: false,
  hasLinkSecret: false,
  ...part,
})

function outcome(path: string, who: Visitor): string {
  const screen = screens.find((candidate) => candidate.path === path)
  if (!screen) throw new Error(`The table of screens lacks ${path}.`)
  const detour = detourFrom(screen, who)
  return detour ? [hrefOf(detour.to), detour.alert, detour.detail].filter(Boolean).join(': ') : 'admitted'
}

function expected(path: string, role: AccountRole, workspaceRole: WorkspaceRole | null): string {
  if (path.startsWith('/auth/')) return '/overview'
  if (path === '/settings') return '/settings/workspace'
  if (OPEN.includes(path)) return 'admitted'
  const isAllowed = role === 'ADMIN' && workspaceRole === 'MANAGER'
  if (!isAllowed) return `/overview: ${NO_PERMISSION}`
  return ADMINISTRATORS.includes(path) ? 'admitted' : '/overview'
}

test('lists exactly the known routes, each once', () => {
  expect(screens.map(({ path }) => path).sort()).toEqual(
    ['/auth/login', '/auth/setup', '/auth/password', '/settings', ...OPEN, ...ADMINISTRATORS].sort(),
  )
})

const paths = screens.map(({ path }) => path)

test.each(paths)('decides on %s for every account role in every workspace role', (path) => {
  for (const role of accountRoles)
    for (const workspaceRole of workspaceRoles)
      expect([role, workspaceRole, outcome(path, visitor({ account: { role }, workspaceRole }))]).toEqual([
        role,
        workspaceRole,
        expected(path, role, workspaceRole),
      ])
})

test.each(paths)('decides on %s for people who are not signed in', (path) => {
  const isOpen = path === '/auth/login' || path === '/auth/setup'
  expect(outcome(path, visitor({}))).toBe(isOpen ? 'admitted' : '/auth/login')
})

test.each(paths)('decides on %s while the password must be changed', (path) => {
  const who = visitor({ account: { role: 'ADMIN' }, workspaceRole: 'MANAGER', mustChangePassword: true })
  expect(outcome(path, who)).toBe(path === '/auth/password' ? 'admitted' : '/auth/password')
})

test('opens the password page for anyone with a one-time link', () => {
  expect(outcome('/auth/password', visitor({ hasLinkSecret: true }))).toBe('admitted')
  expect(outcome('/auth/password', visitor({ hasLinkSecret: true, account: { role: 'DEVELOPER' } }))).toBe(
    'admitted',
  )
  expect(outcome('/overview', visitor({ hasLinkSecret: true }))).toBe('/auth/login')
})

test('uses only permissions of the permission table for screens and menu entries', () => {
  const asked = [
    ...screens.flatMap(({ access, crumbs }) => [
      access,
      ...crumbs.map((crumb) => (crumb === 'workspace' ? undefined : crumb.access)),
    ]),
    ...menu.flatMap(({ children }) => children?.map(({ access }) => access) ?? []),
  ].filter((access) => access !== undefined && access !== 'signed-out' && access !== 'password')
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((access) => !(access in permissions))).toEqual([])
})

test('leads administrators to accounts, requests, audit and engine, and managers to those of their workspace', () => {
  const settings = (who: Visitor) =>
    menuFor(menu, who)
      .find(({ label }) => label === 'Settings')
      ?.children?.map(({ label }) => label)
  const admin = { role: 'ADMIN' } as const
  expect(settings(visitor({ account: admin, workspaceRole: 'MANAGER' }))).toEqual([
    'Workspace',
    'Account',
    'Requests',
    'Audit',
    'Engine',
  ])
  expect(settings(visitor({ account: admin, workspaceRole: 'MEMBER' }))).toEqual([
    'Workspace',
    'Requests',
    'Audit',
  ])
  const developer = { role: 'DEVELOPER' } as const
  expect(settings(visitor({ account: developer, workspaceRole: 'MANAGER' }))).toEqual([
    'Workspace',
    'Requests',
    'Audit',
  ])
  expect(settings(visitor({ account: developer, workspaceRole: 'DEVELOPER' }))).toEqual(['Workspace'])
})
