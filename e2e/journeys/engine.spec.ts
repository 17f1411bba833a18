import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { openStandInCluster } from '../../server/src/testing/stand-in-cluster.ts'
import { type Api, signIn } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import {
  admin,
  asAdmin,
  ended,
  makeStream,
  makeWorkspace,
  register,
  runUntil,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { emptyHome, type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let server: PodiumServer
let api: Api

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  api = await signIn(server.address, admin.id, admin.password)
})
test.afterAll(() => server.stop())

test('shows an administrator the machine, what is free, and who waits for what, until nothing runs', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  const stream = await streamIn(await workspaceOfWholeMachine('poc'))
  const other = await streamIn(await makeWorkspace(api, 'quality'))
  const holding = await startRun(api, stream)
  await runUntil(api, holding.id, ({ state }) => state === 'running')
  const next = await startRun(api, stream)
  const later = await startRun(api, other)
  await runUntil(api, next.id, ({ detail }) => /Waits for memory/.test(detail))

  await openAs(page, server.address, admin)
  await page.getByRole('radio', { name: 'poc' }).check()
  await page.getByRole('button', { name: 'Get Started' }).click()
  await openEngine(page)
  await expect(page.getByRole('heading', { name: 'Engine', level: 1 })).toBeFocused()
  await expect(page.getByText('Runs of all workspaces start on this machine.')).toBeVisible()
  const nodes = page.getByRole('table', { name: 'Nodes' })
  await expect(nodes.getByText('ready', { exact: true })).toBeVisible()
  await expect(nodes.getByRole('progressbar', { name: /^memory of/ })).toHaveAttribute('value', '100')
  await expect(rowOf(page, 'poc')).toContainText(/Waits for memory: .* In use by poc/)
  await expect(rowOf(page, 'quality').getByRole('cell').nth(2)).toHaveText('1')
  await expectAccessibleEverywhere(page)

  // From here on nothing on the page is touched, because it updates itself.
  for (const { id } of [later, next, holding]) await stop(id)
  await expect(page.getByText('No run is waiting or running')).toBeVisible()
  await expect(nodes.getByRole('progressbar', { name: /^memory of/ })).toHaveAttribute('value', '0')
  await expectAccessibleEverywhere(page)
  expect(faults).toEqual([])
})

test('shows an administrator which right is missing in the cluster, and that it was given', {
  tag: '@long',
}, async ({ page }) => {
  const faults = watch(page)
  const cluster = await openStandInCluster(join(await emptyHome(), 'kubeconfig'))
  cluster.forbidden.add('list events')
  const clustered = await startPodium({ env: { ...asAdmin.env, ...cluster.env } })
  try {
    await makeWorkspace(await signIn(clustered.address, admin.id, admin.password), 'poc')
    await openAs(page, clustered.address, admin)
    await openEngine(page)
    const card = page.getByRole('region', { name: 'Rights' })
    await expect(card.getByText('Runs work without the missing rights.')).toBeVisible()
    await expect(card.getByRole('row').nth(1)).toContainText('Read why the cluster refuses or ends a pod')
    await expect(card.getByRole('region', { name: 'podium-rights.yaml' })).toContainText(
      'namespace: podium-runs',
    )
    await expectAccessibleEverywhere(page)
    cluster.forbidden.clear()
    await card.getByRole('button', { name: 'Check again' }).click()
    await expect(card.getByText('Kubernetes grants Podium every right it needs.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    expect(faults).toEqual([])
  } finally {
    await clustered.stop()
    await cluster.close()
  }
})

/** Opens the engine's page by the menu. */
async function openEngine(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Engine', exact: true }).click()
}

/** Creates a workspace whose tier asks for more than any machine has, so that each run gets all the memory. */
function workspaceOfWholeMachine(name: string): Promise<Workspace> {
  return api.post('/api/v1/workspaces', {
    name,
    s3_bucket_name: `bucket-${name}`,
    execution_specs: [{ name: 'standard', instance: '1cpu-9999gib' }],
  })
}

/** Creates a stream whose runs continue until they are stopped. */
async function streamIn(workspace: Workspace) {
  await register(api, workspace, await scriptSolution('endless', 'exec tail -f /dev/null'))
  return makeStream(api, workspace, 'endless')
}

async function stop(id: string): Promise<void> {
  await api.post(`/api/v1/streamhistories/${id}/stop`, {})
  await ended(api, id)
}

const rowOf = (page: Page, workspace: string) =>
  page
    .getByRole('table', { name: 'Queue by workspace' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: workspace, exact: true }) })

/** Expects no violation, and nothing wider than the window. */
async function expectAccessibleEverywhere(page: Page) {
  for (const width of [390, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}
