import { expect, type Locator } from '@playwright/test'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { ended, makeStream, register, solutionFolder, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

/** The long form has as many runs as an operator meets after a bad night. */
const isLong = process.env.PODIUM_LONG === '1'
const FAILED = isLong ? 50 : 10
const TRAINED = isLong ? 200 : 6

/** Fails in one of five ways, chosen by the parameter. */
const FAILING = `
import podium
way = int(podium.parameters("train")["way"])
if way == 0: raise KeyError("label_id")
if way == 1: open("no-such-file.csv")
if way == 2: raise ValueError("The learning rate is not a number.")
if way == 3: import no_such_module
raise SystemExit(7)
`
const TRAINING = `
import json, os, podium
out = os.environ["PODIUM_OUTPUT_DIR"]
rate = int(podium.parameters("train")["rate"])
podium.log(accuracy=rate / 1000)
os.makedirs(os.path.join(out, "model"))
json.dump(rate, open(os.path.join(out, "model", "weights.json"), "w"))
`

/** Creates runs of a solution with one parameter, whose value is the run's number, and waits until all have ended. */
async function runsOf(
  api: Api,
  workspace: Workspace,
  parameter: string,
  program: string,
  count: number,
): Promise<RunInfo[]> {
  const parameters = { candidate_parameters: [{ step: 'train', args: [{ [parameter]: 0 }] }] }
  const pipeline = [{ type: 'train', command: ['python3', 'main.py'], parameters }]
  await register(api, workspace, await solutionFolder({ name: 'rates', pipeline }, { 'main.py': program }))
  const stream = await makeStream(api, workspace, 'rates')
  const runs = []
  for (let number = 0; number < count; number += 1)
    runs.push(await startRun(api, stream, { parameters: { train: { train: { [parameter]: number } } } }))
  for (const { id } of runs) await ended(api, id)
  return runs
}

/** Counts clicks. */
function countClicks() {
  let clicks = 0
  return {
    async click(locator: Locator) {
      clicks += 1
      await locator.click()
    },
    clicks: () => clicks,
  }
}

test('shows an operator which of many runs failed in five ways and why, and retries those of one kind in six clicks', {
  tag: '@python',
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  const runs = await runsOf(api, workspace, 'way', FAILING.replace('["way"])', '["way"]) % 5'), FAILED)
  await openAs(page, server.address, person, `/overview?ws=${workspace.id}`)

  const { click, clicks } = countClicks()
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inf Model' }))
  await click(page.getByRole('tab', { name: 'Runs', exact: true }))
  const table = page.getByRole('table', { name: 'Runs' })
  await expect(
    table
      .getByText(/KeyError: 'label_id'/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await click(
    table
      .getByRole('row', { name: /KeyError/ })
      .first()
      .getByRole('link')
      .first(),
  )
  const alike = page.getByRole('region', { name: 'Failed the same way' })
  await expect(page.getByRole('region', { name: 'Why it failed' })).toContainText("KeyError: 'label_id'")
  await click(alike.getByRole('button', { name: /^Retry/ }))
  await click(page.getByRole('alertdialog').getByRole('button', { name: /^(Confirm|Retry)/ }))
  await expect(page.getByText(`${FAILED / 5} runs started again.`)).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(6)
  const after = await api.get<{ total: number }>(`/api/v1/streamhistories?workspace_id=${workspace.id}`)
  expect(after.total).toBe(runs.length + FAILED / 5)
  expect(faults).toEqual([])
})

test('finds the best of many runs by a figure and downloads its model in five clicks', {
  tag: ['@long', '@python'],
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  const runs = await runsOf(api, workspace, 'rate', TRAINING, TRAINED)
  await openAs(page, server.address, person, `/overview?ws=${workspace.id}`)

  const { click, clicks } = countClicks()
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inf Model' }))
  await click(page.getByRole('tab', { name: 'Runs', exact: true }))
  const table = page.getByRole('table', { name: 'Runs' })
  await click(table.getByRole('columnheader', { name: 'accuracy' }).getByRole('button'))
  const best = table.getByRole('row').nth(1)
  await expect(best).toContainText(runs.at(-1)?.name ?? '')
  await click(best.getByRole('link').first())
  const download = page.waitForEvent('download')
  await click(page.getByRole('link', { name: /^Model v/ }).first())
  expect((await download).suggestedFilename()).toMatch(/\.tar\.gz$/)
  expect(clicks()).toBeLessThanOrEqual(5)
  expect(faults).toEqual([])
})
