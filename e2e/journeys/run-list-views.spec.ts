import { expect } from '@playwright/test'
import type { Stream } from '@podium/contract/calls/streams.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import {
  addMember,
  ended,
  makeAccount,
  makeStream,
  register,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

test('shows another person the same runs by a view saved by keyboard, flat and by stream, on a phone', {
  tag: '@long',
}, async ({ page, browser, server, api, workspace, person }) => {
  const faults = watch(page)
  const runs: string[] = []
  const streams: Stream[] = []
  for (const [name, script] of [
    ['good', 'exit 0'],
    ['bad', 'exit 7'],
  ] as const) {
    await register(api, workspace, await scriptSolution(name, script))
    const stream = await makeStream(api, workspace, name)
    streams.push(stream)
    for (let n = 0; n < 2; n += 1) {
      const { id } = await startRun(api, stream)
      runs.push((await ended(api, id)).name)
    }
  }
  const [good = '', , bad = '', worse = ''] = runs

  await openAs(page, server.address, person, `/inferenceModel?ws=${workspace.id}&view=runs&state=failed`)
  const table = page.getByRole('table', { name: 'Runs' })
  await expect(table.getByRole('link', { name: worse })).toBeVisible()
  // Newest first: the second row is the older of the two failed runs.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(table.getByRole('link', { name: bad })).toBeFocused()
  await page.keyboard.press('s')
  await expect(table.getByRole('button', { name: `Star ${bad}` })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('checkbox').press('Space')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bad night')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Views: Bad night' })).toBeVisible()
  await expectAccessible(page)

  // Two more runs end, and one of them matches the filter: the list counts it, and shows it on demand.
  const started = []
  for (const stream of streams) started.push(await ended(api, (await startRun(api, stream)).id))
  await expect(page.getByText('1 new run.')).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await expect(table.getByRole('link', { name: started[1]?.name ?? '' })).toBeVisible()
  await expect(page.getByText('1 new run.')).toHaveCount(0)

  const member = await makeAccount(api, uniqueName('jonas'))
  await addMember(api, workspace, member, 'MEMBER')
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await openAs(other, server.address, member, `/inferenceModel?ws=${workspace.id}&view=runs`)
  const records = other.getByRole('table', { name: 'Runs' })
  await expect(records.getByRole('link', { name: good })).toBeVisible()
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByRole('menuitem', { name: 'Bad night' }).click()
  await expect(records.getByRole('link', { name: good })).toHaveCount(0)
  await expect(records.getByRole('link', { name: bad })).toBeVisible()
  const overflow = () => other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBe(0)
  await expectAccessible(other)
  await records.getByRole('checkbox', { name: `Select ${bad}` }).check()
  await expect(other.getByText('1 run selected')).toBeVisible()
  expect(await overflow()).toBe(0)
  await other.goto(`${server.address}/inferenceModel?ws=${workspace.id}&view=streams&state=failed`)
  const tree = other.getByRole('table', { name: 'Streams' })
  await expect(tree.getByRole('link', { name: bad })).toBeVisible()
  await expect(tree.getByRole('link', { name: 'bad', exact: true }).first()).toBeVisible()
  await expect(tree.getByRole('link', { name: 'good', exact: true })).toHaveCount(0)
  expect(await overflow()).toBe(0)
  await expectAccessible(other)
  await other.context().close()
  expect(faults).toEqual([])
})
