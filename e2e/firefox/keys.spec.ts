import { expect } from '@playwright/test'
import type { Instance } from '@podium/contract/calls/instances.ts'
import { makeStream, register, scriptSolution } from '../fixtures/seed.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { test, typeInto } from './firefox.ts'

test('uses keys for the console that Firefox would take for its own search', async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  await register(api, workspace, await scriptSolution('seams', 'exit 0'))
  const { instance_id } = await makeStream(api, workspace, 'seams')
  const { solution_version_id } = await api.get<Instance>(`/api/v1/instances/${instance_id}`)
  await api.post(`/api/v1/instances?workspace_id=${workspace.id}`, { name: '용접', solution_version_id })
  await openAs(page, server.address, person, `/inferenceModel?ws=${workspace.id}&view=runs`)
  await expect(page.getByText('No runs yet')).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search runs' })).toBeFocused()
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'Command menu' })
  await typeInto(menu.getByRole('combobox'), '용접'.normalize('NFD'))
  await expect(menu.getByRole('option', { name: '용접' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '용접' })).toBeVisible()
})
