import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { makeDataSet } from '../fixtures/data-sets.ts'
import {
  addMember,
  admin,
  ended,
  makeStream,
  makeWorkspace,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'

const switcher = (page: Page) => page.getByRole('combobox', { name: 'Workspace' })
const mainHeading = (page: Page) => page.getByRole('heading', { level: 1 })

async function switchTo(page: Page, workspace: Workspace) {
  await switcher(page).click()
  await page.getByRole('option', { name: new RegExp(`^${workspace.display_name}`) }).click()
}

async function expectOverviewOf(page: Page, workspace: Workspace) {
  await expect(page).toHaveURL(/\/overview$/)
  await expect(switcher(page)).toContainText(workspace.display_name)
  const { id } = await page.evaluate(() => JSON.parse(localStorage.getItem('currWorkspace') ?? '{}'))
  expect(id).toBe(workspace.id)
}

async function finishedRun(api: Api, workspace: Workspace) {
  await register(api, workspace, await scriptSolution('hello', 'echo hello\n'))
  const run = await startRun(api, await makeStream(api, workspace, 'hello'))
  await ended(api, run.id)
  return run
}

test('opens the workspace that was chosen in the switcher, whichever workspace the address names', async ({
  page,
  server,
  api,
  person,
  workspace: first,
}) => {
  const other = await makeWorkspace(api, uniqueName('other'))
  await addMember(api, other, person, 'DEVELOPER')
  const run = await finishedRun(api, first)
  const dataSet = await makeDataSet(api, first.id, 'penguins', { 'penguins.csv': 'species\nAdelie\n' })
  const solutions = await api.get<{ solutions: { id: string }[] }>(
    `/api/v1/solutions/workspace?workspace_id=${first.id}`,
  )
  await openAs(page, server.address, person, '/overview', first)
  for (const path of [
    `/inferenceModel/run/${run.id}`,
    `/dataSet/${dataSet}`,
    `/solution/${solutions.solutions[0]?.id}`,
    '/solution',
    '/inferenceModel',
    '/overview',
  ])
    await test.step(path, async () => {
      await page.goto(`${server.address}${path}?ws=${first.id}`)
      await expect(switcher(page)).toContainText(first.display_name)
      await expect(mainHeading(page)).toBeVisible()
      await switchTo(page, other)
      await expectOverviewOf(page, other)
    })

  await test.step('returns by Back to the page and its workspace, which can be left again', async () => {
    await page.goto(`${server.address}/inferenceModel/run/${run.id}?ws=${first.id}`)
    await expect(mainHeading(page)).toBeVisible()
    await switchTo(page, other)
    await expectOverviewOf(page, other)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`run/${run.id}`))
    await expect(switcher(page)).toContainText(first.display_name)
    await expect(mainHeading(page)).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(/\/overview$/)
    await page.goBack()
    await expect(mainHeading(page)).toBeVisible()
    await switchTo(page, other)
    await expectOverviewOf(page, other)
  })

  await test.step('keeps another tab in its own workspace', async () => {
    const beside = await page.context().newPage()
    await beside.goto(`${server.address}/inferenceModel/run/${run.id}?ws=${first.id}`)
    await expect(mainHeading(beside)).toBeVisible()
    await page.goto(`${server.address}/dataSet/${dataSet}?ws=${first.id}`)
    await expect(mainHeading(page)).toBeVisible()
    await switchTo(page, other)
    await expectOverviewOf(page, other)
    await expect(switcher(beside)).toContainText(first.display_name)
    await beside.reload()
    await expect(switcher(beside)).toContainText(first.display_name)
    await beside.close()
  })
})

test('opens a new workspace, whichever workspace the address names', async ({
  page,
  server,
  workspace: first,
}) => {
  await openAs(page, server.address, admin, `/settings/workspace/register?ws=${first.id}`, first)
  const name = uniqueName('quality')
  await page.getByLabel('Workspace Name', { exact: true }).fill(name)
  await page.getByLabel('Bucket Name', { exact: true }).fill(`${name}-results`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page).toHaveURL(/\/overview$/)
  await expect(switcher(page)).toContainText(name)
})
