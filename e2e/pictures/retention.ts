import type { Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { take } from './take.ts'

/** Takes pictures of the storage of the first workspace, with a typed rule and its preview. */
export async function pictureRetention(page: Page, api: Api): Promise<void> {
  const { workspaces } = await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')
  await page.goto(`/settings/workspace/detail/${workspaces[0]?.id ?? ''}?tab=storage`)
  const artifacts = page.getByRole('group', { name: 'Artifacts and models', exact: true })
  await artifacts.getByRole('radio', { name: 'Keep only what the rules select' }).check()
  await artifacts.getByLabel('Newest runs of each stream').fill('1')
  await page.getByText(/would go to the trash/).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await take(page, 'retention')
  await artifacts.getByRole('radio', { name: 'Keep everything' }).check()
  await page.getByRole('button', { name: 'Discard' }).click()
}
