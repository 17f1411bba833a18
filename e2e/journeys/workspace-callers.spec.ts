import { expect, type Locator, type Page } from '@playwright/test'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { admin, asAdmin, makeWorkspace } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const PASSWORD = 'grey-lantern-orchard-4'
const NOTHING = 'There is nothing here that you may see.'
const DENIED = 'You do not have permission to access.'
const ADMINISTRATORS_ONLY = 'Only an administrator may do this.'
const MANAGERS_ONLY = 'Only a manager of this workspace may do this.'

/** The view of each caller of the workspace 'poc'. A sentence is the reason why something is disabled or missing. */
interface View {
  who: string
  role: 'ADMIN' | 'DEVELOPER'
  /** the role in 'poc'; null is a member of 'other' only */
  member: 'MANAGER' | 'MEMBER' | null
  listed: string[]
  badge: string
  administers: true | string
  manages: true | string
}

const VIEWS: View[] = [
  {
    who: 'ada',
    role: 'ADMIN',
    member: null,
    listed: ['other', 'poc'],
    badge: 'Not a member',
    administers: true,
    manages: true,
  },
  {
    who: 'mia',
    role: 'DEVELOPER',
    member: 'MANAGER',
    listed: ['poc'],
    badge: 'Manager',
    administers: ADMINISTRATORS_ONLY,
    manages: true,
  },
  {
    who: 'max',
    role: 'DEVELOPER',
    member: 'MEMBER',
    listed: ['poc'],
    badge: 'Member',
    administers: ADMINISTRATORS_ONLY,
    manages: MANAGERS_ONLY,
  },
]

let server: PodiumServer
let api: Api
let pocId: string

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  api = await signIn(server.address, admin.id, admin.password)
  const poc = await makeWorkspace(api, 'poc')
  const other = await makeWorkspace(api, 'other')
  pocId = poc.id
  for (const { who, role, member } of VIEWS) {
    const id = await makeAccount(who, role)
    if (member) await addMember(pocId, id, member)
  }
  await addMember(other.id, await makeAccount('nina', 'DEVELOPER'), 'MANAGER')
})
test.afterAll(() => server.stop())

async function makeAccount(username: string, role: 'ADMIN' | 'DEVELOPER'): Promise<string> {
  const { id } = await api.post<{ id: string }>('/api/v1/settings/accounts', {
    username,
    password: PASSWORD,
    display_name: `${username} of Aster`,
    email: `${username}@aster.example`,
    role,
    must_change_password: false,
  })
  return id
}

function addMember(workspaceId: string, account_id: string, role: 'MANAGER' | 'MEMBER') {
  return api.post(`/api/v1/workspaces/${workspaceId}/members`, { members: [{ account_id, role }] })
}

async function open(page: Page, path: string) {
  await page.goto(`${server.address}/settings/${path}`)
}

/** Expects a button to be enabled, or disabled with the reason that is read with it. */
async function expectRight(button: Locator, right: true | string) {
  await expect(button).toBeVisible()
  if (right === true) return expect(button).toBeEnabled()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(right)
}

async function expectDenied(page: Page, path: string) {
  await open(page, path)
  const alert = page.getByRole('alertdialog', { name: DENIED, exact: true })
  await alert.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page).toHaveURL(/\/overview$/)
}

async function expectTitle(page: Page, title: string) {
  await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible()
}

for (const view of VIEWS)
  test(`shows ${view.who}, ${view.member ?? view.role} there, what the roles allow`, {
    tag: '@long',
  }, async ({ page }) => {
    const faults = watch(page)
    const { administers, manages } = view
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await signInAt(page, server.address, { id: view.who, password: PASSWORD })
    if (view.listed.length > 1) {
      await page.getByRole('radio', { name: /^poc/ }).check()
      await button('Get Started').click()
    }

    await test.step('shows the list', async () => {
      await open(page, 'workspace')
      const rows = page.getByRole('table', { name: 'Workspace' }).getByRole('link')
      await expect(rows).toHaveText(view.listed)
      await expectRight(button('New Workspace'), administers)
      await button('More for poc').click()
      const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
      for (const [name, right] of [
        ['Edit Workspace', administers],
        ['Manage Members', manages],
        ['Delete', administers],
      ] as const) {
        if (right === true) await expect(item(name)).toBeEnabled()
        else await expect(item(name)).toContainText(right)
      }
      await page.keyboard.press('Escape')
    })

    await test.step('shows the workspace, tab by tab', async () => {
      await page.getByRole('link', { name: 'poc', exact: true }).click()
      await expect(page.getByRole('main').getByText(view.badge, { exact: true }).first()).toBeVisible()
      await expectRight(button('Edit Workspace'), administers)
      await expectRight(button('Manage Members'), manages)
      await expect(page.getByRole('tabpanel')).toContainText('bucket-poc')
      await page.getByRole('tab', { name: /^Members/ }).click()
      await expect(
        page.getByRole('table', { name: 'Members' }).getByText('mia', { exact: true }),
      ).toBeVisible()
      await page.getByRole('tab', { name: 'Limits and use' }).click()
      await expect(page.getByRole('table', { name: 'Use by month' })).toContainText('so far')
      await page.getByRole('tab', { name: 'History' }).click()
      if (manages === true)
        await expect(page.getByRole('list', { name: 'History' })).toContainText('admin added member mia')
      else await expect(page.getByRole('tabpanel')).toHaveText(manages)
      await expectAccessible(page)
    })

    await test.step('shows the pages that change it', async () => {
      await open(page, `workspace/members/${pocId}`)
      if (manages === true) await expect(page.getByRole('combobox', { name: 'Role of max' })).toBeVisible()
      else await expect(page.getByText(manages, { exact: true })).toBeVisible()
      if (administers === true) {
        await open(page, `workspace/edit/${pocId}`)
        await expectTitle(page, 'Edit Workspace')
        await open(page, 'workspace/register')
        await expectTitle(page, 'New Workspace')
      } else {
        await expectDenied(page, `workspace/edit/${pocId}`)
        await expectDenied(page, 'workspace/register')
      }
    })

    await test.step('shows the audit log', async () => {
      if (manages !== true) return expectDenied(page, `audit?workspace_id=${pocId}`)
      await open(page, 'audit')
      const kinds = page.getByRole('table', { name: 'Changes' })
      await expect(kinds.getByRole('link', { name: 'Created workspace' })).toHaveCount(view.listed.length)
      await expect(kinds.getByRole('link', { name: 'Created account' })).toHaveCount(
        view.role === 'ADMIN' ? VIEWS.length + 2 : 0,
      )
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toBe('audit.csv')
      await expectAccessible(page)
    })
    expect(faults).toEqual([])
  })

test('shows nothing of it on any page to a person who is not a member', { tag: '@long' }, async ({
  page,
}) => {
  const faults = watch(page)
  await signInAt(page, server.address, { id: 'nina', password: PASSWORD })
  await open(page, 'workspace')
  await expect(page.getByRole('table', { name: 'Workspace' }).getByRole('link')).toHaveText(['other'])
  const tabs = ['', '?tab=members', '?tab=use', '?tab=history']
  for (const path of [...tabs.map((tab) => `detail/${pocId}${tab}`), `members/${pocId}`]) {
    await open(page, `workspace/${path}`)
    await expect(page.getByText(NOTHING, { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('poc')
  }
  await expectAccessible(page)
  await expectDenied(page, `workspace/edit/${pocId}`)
  await expectDenied(page, `audit?workspace_id=${pocId}`)
  expect(faults).toEqual([])
})
