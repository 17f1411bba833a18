import { writeFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { startCountingGateway } from '../fixtures/counting-gateway.ts'
import { hide, mayBeHidden } from '../fixtures/hidden-tab.ts'
import { makeStream, register, runUntil, scriptSolution, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { startSilentProxy } from '../fixtures/silent-proxy.ts'

const TALKING = `say() {
  echo "$1"
  echo "{\\"loss\\": $2}" >> "$PODIUM_METRICS_FILE"
}
say before 2
until [ -e go-on ]; do sleep 0.1; done
say after 1
exec tail -f /dev/null
`

/** Starts a run that prints one line and writes one point, and another of each when told. */
async function startTalking(api: Api, workspace: Workspace, home: string) {
  await register(api, workspace, await scriptSolution('talking', TALKING))
  const run = await startRun(api, await makeStream(api, workspace, 'talking'))
  await runUntil(api, run.id, ({ state }) => state === 'running')
  return {
    path: `/inferenceModel/run/${run.id}?ws=${workspace.id}&log=process`,
    goOn: () => writeFile(`${home}/runs/${workspace.id}/${run.id}/1/cwd/go-on`, ''),
    stop: () => api.post(`/api/v1/streamhistories/${run.id}/stop`),
  }
}

test('resumes a live log when a firewall drops its connection', async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  const run = await startTalking(api, workspace, server.home)
  const proxy = await startSilentProxy(server.address)
  await page.clock.install()
  await openAs(page, proxy.address, person, run.path)
  const log = page.getByRole('log')
  await expect(log.getByText('before', { exact: true })).toBeVisible()
  proxy.forget()
  await run.goOn()
  await page.clock.fastForward(42_000)
  await page.clock.fastForward(2000)
  await expect(log.getByText('after', { exact: true })).toBeVisible()
  await run.stop()
  proxy.close()
})

test('opens eight tabs with a live log, as background tabs keep no connection', async ({
  page,
  context,
  server,
  api,
  workspace,
  person,
}) => {
  const run = await startTalking(api, workspace, server.home)
  await mayBeHidden(context)
  await openAs(page, server.address, person, run.path)
  const pages = [page]
  for (;;) {
    const current = pages.at(-1) as Page
    await expect(current.getByRole('log').getByText('before', { exact: true })).toBeVisible()
    if (pages.length === 8) break
    await current.clock.install()
    await hide(current, true)
    await current.clock.fastForward(6000)
    const next = await context.newPage()
    pages.push(next)
    await next.goto(server.address + run.path)
  }
  await run.goOn()
  const last = pages.at(-1) as Page
  await expect(last.getByRole('log').getByText('after', { exact: true })).toBeVisible()
  await expect(page.getByRole('log').getByText('after', { exact: true })).toBeHidden()
  await hide(page, false)
  await expect(page.getByRole('log').getByText('after', { exact: true })).toBeVisible()
  await run.stop()
})

test('keeps five windows live over plain HTTP with one connection each, and still opens a sixth', async ({
  page,
  context,
  server,
  api,
  workspace,
  person,
}) => {
  const run = await startTalking(api, workspace, server.home)
  const gateway = await startCountingGateway(server.address)
  const pages = [page]
  const logs: Locator[] = []
  const tables: Locator[] = []
  await openAs(page, gateway.address, person, run.path)
  for (;;) {
    const current = pages.at(-1) as Page
    const log = current.getByRole('log')
    await expect(log.getByText('before', { exact: true })).toBeVisible()
    if (pages.length % 2 === 1) logs.push(log)
    else {
      await current.getByRole('tab', { name: 'Figures' }).click()
      await current.getByRole('button', { name: 'Show loss as a table' }).click()
      const table = current.getByRole('table', { name: 'loss over steps' }).locator('tbody tr')
      await expect(table).toHaveCount(1)
      tables.push(table)
    }
    await expect.poll(gateway.streams).toBe(pages.length)
    if (pages.length === 5) break
    const next = await context.newPage()
    pages.push(next)
    await next.goto(gateway.address + run.path)
  }
  await run.goOn()
  for (const log of logs) await expect(log.getByText('after', { exact: true })).toBeVisible()
  for (const table of tables) await expect(table).toHaveCount(2)

  const sixth = await context.newPage()
  await sixth.goto(`${gateway.address}/inferenceModel?view=runs&ws=${workspace.id}`)
  await expect(sixth.getByRole('link', { name: 'talking-1' })).toBeVisible()
  await expect.poll(gateway.streams).toBe(6)
  await run.stop()
  gateway.close()
})

test('shows a page that was opened without a network once there is one', async ({
  page,
  context,
  server,
  workspace,
  person,
}) => {
  await openAs(page, server.address, person, `/overview?ws=${workspace.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Data Sets' }).click()
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Data Sets', level: 1 })).toBeVisible()
  await expect(page.getByText('The server cannot be reached.')).toBeHidden()
})

test('reports the page of a gateway in place of a response, and reads the list again once it is gone', async ({
  page,
  server,
  workspace,
  person,
}) => {
  const calls = '**/api/v1/streamhistories?*'
  await page.route(calls, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }),
  )
  await openAs(page, server.address, person, `/inferenceModel?view=runs&ws=${workspace.id}`)
  await expect(
    page.getByText("The answer is not Podium's: a gateway may want you to sign in again. Reload."),
  ).toBeVisible()
  await page.unroute(calls)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText("The answer is not Podium's")).toBeHidden()
})
