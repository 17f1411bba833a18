import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ended, makeStream, register, scriptSolution, startRun } from '../fixtures/seed.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { test } from './firefox.ts'

const NAME = '용접 결과.csv'
const CONTENT = '이음매,결함\n1,기공\n'

async function expectDownloads(page: Page, download: () => Promise<void>): Promise<void> {
  const begun = page.waitForEvent('download')
  await download()
  const file = await begun
  expect(file.suggestedFilename()).toBe(NAME)
  expect(await readFile(await file.path(), 'utf8')).toBe(CONTENT)
}

test('uploads a file with a Korean name to a data set and downloads it again', async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-firefox-'))
  try {
    await writeFile(join(folder, NAME), CONTENT)
    const { id } = await api.post<{ id: string }>(`/api/v1/data-sets?workspace_id=${workspace.id}`, {
      name: 'seams',
    })
    await openAs(page, server.address, person, `/dataSet/${id}?ws=${workspace.id}`)
    await page.getByLabel('Choose files', { exact: true }).setInputFiles(join(folder, NAME))
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expectDownloads(page, () => page.getByRole('link', { name: `Download ${NAME}` }).click())
    await page.getByRole('link', { name: NAME, exact: true }).click()
    await expect(page.getByRole('cell', { name: '기공' })).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test("shows and downloads a run's file with a Korean name", async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  const script = `printf '${CONTENT.replaceAll('\n', '\\n')}' > "$PODIUM_OUTPUT_DIR/${NAME}"`
  await register(api, workspace, await scriptSolution('seams', script))
  const run = await startRun(api, await makeStream(api, workspace, 'seams'))
  await ended(api, run.id)
  await openAs(page, server.address, person, `/inferenceModel/run/${run.id}?ws=${workspace.id}&tab=artifacts`)
  await page.getByRole('region', { name: 'Artifacts' }).getByRole('link', { name: NAME, exact: true }).click()
  await expect(page.getByRole('cell', { name: '기공' })).toBeVisible()
  await expectDownloads(page, () => page.getByRole('link', { name: 'Download', exact: true }).click())
})
