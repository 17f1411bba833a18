import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { makeStream, register, scriptSolution, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

let receiver: Server
const heard: unknown[] = []

test.beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    heard.push(await json(request))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
test.afterAll(() => receiver.close())

test('lets a manager make a webhook, try it, and see that it got a failed run', {
  tag: '@long',
}, async ({ page, server, api, workspace, person }) => {
  const watched = watch(page)
  await register(api, workspace, await scriptSolution('line', 'exit 3'))
  const stream = await makeStream(api, workspace, 'line')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/podium`

  await openAs(page, server.address, person, `/settings/workspace/detail/${workspace.id}?tab=notifications`)
  await page.getByRole('button', { name: 'New Webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Webhook' })
  await dialog.getByLabel('Address').fill('https://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Podium may not send to this address.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('The webhook was created.')).toBeVisible()

  await page.getByRole('button', { name: `More for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Send a test' }).click()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await expect(deliveries.getByText('webhook.test')).toBeVisible()

  const run = await startRun(api, stream)
  await expect(deliveries.getByRole('row', { name: run.name })).toContainText('delivered')
  await expectAccessible(page)
  await deliveries.getByRole('link', { name: run.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(run.name)
  expect(heard).toMatchObject([
    { event: 'webhook.test' },
    { event: 'run.failed', run: { id: run.id, state: 'failed' } },
  ])
  expect(watched).toEqual([])
})
