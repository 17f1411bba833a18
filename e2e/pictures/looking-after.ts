import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Account } from '@podium/contract/calls/accounts.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { openStandInCluster } from '../../server/src/testing/stand-in-cluster.ts'
import { type Api, signIn } from '../fixtures/api.ts'
import {
  admin,
  asAdmin,
  makeStream,
  makeWorkspace,
  register,
  runUntil,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { emptyHome, startPodium } from '../fixtures/server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { take } from './take.ts'

const PEOPLE = ['manager', 'developer', 'operator', 'analyst']

export async function pictureAccounts(page: Page, api: Api): Promise<void> {
  for (const username of PEOPLE)
    await api.post('/api/v1/settings/accounts', {
      username,
      password: 'amber-lantern-orchard-4',
      display_name: username.replace(/^./, (letter) => letter.toUpperCase()),
      email: `${username}@example.org`,
      role: 'DEVELOPER',
    })
  await page.goto('/settings/account')
  await page.getByRole('link', { name: 'operator' }).first().waitFor()
  await take(page, 'accounts')
}

/** Takes pictures of members that are about to be added. */
export async function pictureMembers(page: Page, api: Api): Promise<void> {
  const { workspaces } = await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')
  const id = workspaces[0]?.id ?? ''
  const { accounts } = await api.get<{ accounts: Account[] }>('/api/v1/settings/accounts')
  const account_id = accounts.find(({ username }) => username === 'manager')?.id
  await api.post(`/api/v1/workspaces/${id}/members`, { members: [{ account_id, role: 'MANAGER' }] })
  await page.goto(`/settings/workspace/members/${id}`)
  await page.getByRole('searchbox', { name: 'Find accounts' }).fill('er')
  await page.getByRole('button', { name: 'Add developer' }).click()
  await page.getByRole('button', { name: 'Add operator' }).click()
  await take(page, 'members')
}

/** Takes pictures of variables and a secret of the first workspace. */
export async function pictureVariables(page: Page, api: Api): Promise<void> {
  const { workspaces } = await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')
  const id = workspaces[0]?.id ?? ''
  const put = (name: string, body: object) =>
    api.send('PUT', `/api/v1/workspaces/${id}/variables/${name}`, body)
  await put('DB_HOST', { value: 'warehouse.example.org' })
  await put('DB_PASSWORD', { value: 'amber-lantern-orchard-4', secret: true, in_environment: true })
  await put('METER_URL', { value: 'https://meter.example.org/v2' })
  await page.goto(`/settings/workspace/detail/${id}?tab=variables`)
  await page.getByText('METER_URL').waitFor()
  await take(page, 'variables')
}

/** Takes pictures of the access of a manager of the first workspace, and the page for when they leave. */
export async function pictureLeaving(page: Page, api: Api): Promise<void> {
  const { accounts } = await api.get<{ accounts: Account[] }>('/api/v1/settings/accounts')
  const { workspaces } = await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')
  const id = accounts.find(({ username }) => username === 'manager')?.id ?? ''
  await page.goto(`/settings/account/edit/${id}?tab=access&rights=${workspaces[0]?.id ?? ''}`)
  await page.getByText('start runs').waitFor()
  await take(page, 'access')
  await page.goto(`/settings/account/leave/${id}`)
  await page.getByRole('button', { name: 'Lock manager' }).waitFor()
  await take(page, 'off-boarding')
}

/** Takes pictures of two people's access requests. */
export async function pictureAccessRequests(page: Page, address: string, api: Api): Promise<void> {
  for (const [username, role, reason] of [
    ['kim', 'DEVELOPER', 'To label the images of line 3 until the audit in December.'],
    ['lea', 'MEMBER', 'I follow up the penguins.'],
  ] as const) {
    const person = { username, password: 'amber-lantern-orchard-4', must_change_password: false }
    const display_name = username.replace(/^./, (letter) => letter.toUpperCase())
    const email = `${username}@example.org`
    await api.post('/api/v1/settings/accounts', { ...person, display_name, email, role: 'DEVELOPER' })
    const theirs = await signIn(address, username, person.password)
    await theirs.post('/api/v1/access-requests', { workspace_name: 'poc', role, reason })
  }
  await page.goto('/settings/requests')
  await page.getByRole('button', { name: 'Approve the request of kim' }).waitFor()
  await take(page, 'access-requests')
}

export async function pictureProfile(page: Page): Promise<void> {
  await page.goto('/settings/account/editProfile?tab=second-factor')
  await page.getByLabel('Current Password').fill(admin.password)
  await page.getByRole('button', { name: 'Set Up' }).click()
  await page.getByLabel('Code from the app').waitFor()
  await take(page, 'second-factor')
}

/** Takes pictures of the engine while one run uses all memory and another waits. */
export async function pictureEngine(page: Page, api: Api): Promise<void> {
  const workspace = await api.post<Workspace>('/api/v1/workspaces', {
    name: 'quality',
    s3_bucket_name: 'quality-results',
    execution_specs: [{ name: 'standard', instance: '1cpu-9999gib' }],
  })
  await register(api, workspace, await scriptSolution('weld-seams', 'exec tail -f /dev/null'))
  const stream = await makeStream(api, workspace, 'weld-seams')
  const holding = await startRun(api, stream)
  await runUntil(api, holding.id, ({ state }) => state === 'running')
  const waiting = await startRun(api, stream)
  await runUntil(api, waiting.id, ({ detail }) => /In use by/.test(detail))
  await page.goto('/settings/engine')
  await page.getByText(/Waits for memory/).waitFor()
  await take(page, 'engine')
  for (const { id } of [waiting, holding]) await api.post(`/api/v1/streamhistories/${id}/stop`, {})
}

/** Takes pictures of Podium's rights in a cluster that lacks one of them. */
export async function pictureRights(page: Page): Promise<void> {
  const cluster = await openStandInCluster(join(await emptyHome(), 'kubeconfig'))
  cluster.forbidden.add('list events')
  const server = await startPodium({ env: { ...asAdmin.env, ...cluster.env } })
  try {
    await makeWorkspace(await signIn(server.address, admin.id, admin.password), 'poc')
    await signInAt(page, server.address, admin)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Engine', exact: true }).click()
    await page.getByRole('heading', { name: 'Rights', exact: true }).evaluate((card) => card.scrollIntoView())
    await take(page, 'engine-rights')
  } finally {
    await server.stop()
    await cluster.close()
  }
}
