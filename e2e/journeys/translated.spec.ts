import { expect } from '@playwright/test'
import { makeStream, register, runUntil, scriptSolution, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { translatePages } from '../fixtures/translation.ts'
import { watch } from '../fixtures/watch.ts'

test('keeps a translated page working while runs and typed texts change', async ({
  page,
  server,
  api,
  person,
  workspace,
}) => {
  const faults = watch(page)
  await register(api, workspace, await scriptSolution('welds', 'echo begins; exec tail -f /dev/null\n'))
  const stream = await makeStream(api, workspace, 'welds')
  await translatePages(page)
  await openAs(page, server.address, person, '/overview', workspace)
  await expect(page.locator('h1 font font')).toHaveText('Overview')
  const states = page.getByRole('region', { name: 'Runs by state' })

  const run = await startRun(api, stream)
  await runUntil(api, run.id, ({ state }) => state === 'running')
  await test.step('counts runs on the overview that begin and end', async () => {
    await expect(page.getByText('1 running here, 0 in other workspaces.')).toBeVisible()
    await api.post(`/api/v1/streamhistories/${run.id}/stop`)
    await expect(page.getByText('0 running here, 0 in other workspaces.')).toBeVisible()
    await expect(states).toContainText('stopped 1')
    await expect(states).toContainText('training 0')
  })

  await test.step('finds in the command menu, without earlier results', async () => {
    await page.keyboard.press('Control+k')
    const menu = page.getByRole('dialog', { name: 'Command menu' })
    for (const typed of ['w', 'welds', 'theme', 'nothing like it', 'welds-1', '']) {
      await menu.getByRole('combobox').fill(typed)
      await expect(
        menu
          .getByRole('option')
          .or(menu.getByText(/nothing|no /i))
          .first(),
      ).toBeVisible()
    }
    await menu.getByRole('combobox').fill('nothing like it')
    await expect(menu.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('says on the page of a run how long it has been running, and how it ended', async () => {
    const live = await startRun(api, stream)
    await page.goto(`${server.address}/inferenceModel/run/${live.id}?ws=${workspace.id}`)
    const told = page.getByText(/for \d+ s/).first()
    const before = await told.innerText()
    await expect(told).not.toHaveText(before)
    await page.getByRole('tab', { name: 'Log', exact: true }).click()
    await expect(page.getByText('begins')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText(/^Stopped after/).first()).toBeVisible()
    await expect(page.getByText(/^Running for/)).toHaveCount(0)
  })

  await test.step('counts in the list of runs what is selected and found', async () => {
    await page.goto(`${server.address}/inferenceModel?view=runs`)
    const boxes = page.getByRole('row').getByRole('checkbox', { name: /welds/ })
    await boxes.first().check()
    await expect(page.getByText('1 run selected')).toBeVisible()
    await boxes.last().check()
    await expect(page.getByText('2 runs selected')).toBeVisible()
    await boxes.first().uncheck()
    await boxes.last().uncheck()
    await expect(page.getByText(/ selected$/)).toHaveCount(0)
    await page.getByRole('searchbox').first().fill('nothing like it')
    await expect(boxes).toHaveCount(0)
    await page.getByRole('searchbox').first().fill('')
    await expect(boxes).toHaveCount(2)
  })
  await expect(page.getByText('This page could not be shown')).toHaveCount(0)
  expect(faults).toEqual([])
})
