import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { makeStream, register, runUntil, scriptSolution, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'

const MINUTE = 60_000

/** Sets the browser's clock ahead of the server's, or behind it. */
async function setClock(page: Page, ahead: number): Promise<void> {
  await page.addInitScript((by) => {
    const { now } = Date
    const Right = Date
    window.Date = new Proxy(Right, {
      construct: (_, parts) => (parts.length === 0 ? new Right(now() + by) : Reflect.construct(Right, parts)),
      get: (_, name) => (name === 'now' ? () => now() + by : Reflect.get(Right, name)),
    })
  }, ahead)
}

for (const [clock, ahead] of [
  ['two hours ahead', 120 * MINUTE],
  ['ten minutes behind', -10 * MINUTE],
  ['five years ahead', 5 * 365 * 24 * 60 * MINUTE],
] as const)
  test(`describes a run by the server's time, where the browser's clock is ${clock}`, async ({
    page,
    server,
    api,
    person,
    workspace,
  }) => {
    await register(api, workspace, await scriptSolution('welds', 'exec tail -f /dev/null\n'))
    const run = await startRun(api, await makeStream(api, workspace, 'welds'))
    await runUntil(api, run.id, ({ state }) => state === 'running')
    await setClock(page, ahead)
    await openAs(page, server.address, person, `/inferenceModel/run/${run.id}?ws=${workspace.id}`, workspace)
    const told = page.getByText(/^(Running|Training) for /).first()
    await expect(told).toHaveText(/for \d+ s/)
    const before = secondsOf(await told.innerText())
    await expect.poll(async () => secondsOf(await told.innerText())).toBeGreaterThan(before)
    await expectAges(page, server.address, workspace)
    await api.post(`/api/v1/streamhistories/${run.id}/stop`)
  })

const secondsOf = (words: string) => Number(/(\d+) s/.exec(words)?.[1])

async function expectAges(page: Page, address: string, workspace: Workspace) {
  await page.goto(`${address}/inferenceModel?view=runs&ws=${workspace.id}`)
  const row = page.getByRole('row', { name: /welds/ })
  await expect(row).toContainText(/\d+ s/)
  await expect(row.locator('time').first()).toHaveAttribute('title', /^(just now|\d minutes? ago)$/)
}
