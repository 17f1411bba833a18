import { expect, type Page } from '@playwright/test'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { sidewaysParts } from '../fixtures/reflow.ts'
import { expectLoaded } from '../fixtures/screens.ts'
import { ended, makeStream, register, scriptSolution, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const TRAINING = `
echo "epoch 1 of $PODIUM_RUN_ID"
mkdir "$PODIUM_OUTPUT_DIR/model"
head -c 300000 /dev/urandom > "$PODIUM_OUTPUT_DIR/model/weights.bin"
`

const EMPTY_TRASH = 'The trash is empty. Files removed by the rules stay here for 14 days.'

/** Chooses by keyboard that only the newest run is kept. */
async function keepNewest(page: Page, kind: string): Promise<void> {
  const section = page.getByRole('form', { name: 'Rules' }).getByRole('group', { name: kind, exact: true })
  await section.getByRole('radio', { name: 'Keep everything' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(section.getByRole('radio', { name: 'Keep only what the rules select' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(section.getByLabel('Newest runs of each stream')).toBeFocused()
  await page.keyboard.type('1')
}

async function openRun(page: Page, { id }: RunInfo, tab: string): Promise<void> {
  await page.goto(new URL(`/inferenceModel/run/${id}?tab=${tab}`, page.url()).href)
  await expectLoaded(page)
}

test('shows a manager what rules would move, applies them, and restores a run from the trash', {
  tag: '@long',
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  await register(api, workspace, await scriptSolution('seams', TRAINING))
  const stream = await makeStream(api, workspace, 'seams')
  const run = async () => ended(api, (await startRun(api, stream)).id)
  const [first, second, newest] = [await run(), await run(), await run()]
  const settings = `/settings/workspace/detail/${workspace.id}`
  await openAs(page, server.address, person, settings)
  await page.getByRole('tab', { name: 'Storage' }).click()
  await expect(page).toHaveURL(/tab=storage/)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('No rules set. Everything is kept.')).toBeVisible()
  await expect(page.getByText(EMPTY_TRASH)).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await keepNewest(page, 'Logs')
  await keepNewest(page, 'Artifacts and models')
  await expect(preview.getByText(/of 2 runs would go to the trash/)).toBeVisible()
  await expect(preview.getByRole('link', { name: first.name, exact: true })).toBeVisible()
  await expect(preview.getByRole('link', { name: newest.name, exact: true })).toHaveCount(0)
  const told = (await preview.getByText(/of artifacts and .* of logs$/).textContent()) ?? ''
  await expect(preview.getByRole('button', { name: 'Apply now' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysParts(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByLabel('Days in trash').press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('the newest 1 of each stream').first()).toBeVisible()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Podium applies the saved rules every hour/)).toBeVisible()
  const rules = page.getByRole('form', { name: 'Rules' })
  await expect(rules.getByRole('button', { name: 'Save' })).toBeFocused()

  await preview.getByRole('button', { name: 'Apply now' }).click()
  await expect(question.getByText(told)).toBeVisible()
  await question.getByRole('button', { name: 'Apply now' }).click()
  await expect(page.getByText(`Files of 2 runs went to the trash: ${told}.`)).toBeVisible()
  await expect(
    preview.getByText('Nothing goes to the trash: these rules keep all runs that have ended.'),
  ).toBeVisible()
  const trash = page.getByRole('table', { name: 'Trash' })
  await expect(trash.getByRole('link')).toHaveCount(2)
  await expectAccessibleInBothThemes(page)

  await openRun(page, first, 'artifacts')
  await expect(page.getByText('The artifacts and the model are in the trash')).toBeVisible()
  await openRun(page, first, 'log')
  await expect(page.getByText('The log is in the trash')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the trash' }).click()
  await expect(page).toHaveURL(/tab=storage/)
  await expect(
    preview.getByText('Nothing goes to the trash: these rules keep all runs that have ended.'),
  ).toBeVisible()
  await expectLoaded(page)
  await page.getByRole('button', { name: `More for ${first.name}` }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(page.getByText(`${first.name} restored.`)).toBeVisible()
  await expect(trash.getByRole('link')).toHaveCount(1)
  await openRun(page, first, 'log')
  await expect(page.getByText(`epoch 1 of ${first.id}`)).toBeVisible()

  await page.goto(`${server.address}${settings}?tab=storage`)
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await expect(question.getByText(/cannot be undone/)).toBeVisible()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(EMPTY_TRASH)).toBeVisible()
  await openRun(page, second, 'log')
  await expect(page.getByText('The log is no longer stored')).toBeVisible()
  await openRun(page, newest, 'log')
  await expect(page.getByText(`epoch 1 of ${newest.id}`)).toBeVisible()
  expect(faults).toEqual([])
})
