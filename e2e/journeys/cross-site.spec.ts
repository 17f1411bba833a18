import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { makeAccount } from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { signInAt } from '../fixtures/sign-in.ts'

let elsewhere: Server

test.beforeAll(async () => {
  elsewhere = createServer((_, reply) =>
    reply.setHeader('content-type', 'text/html').end('<title>else</title>'),
  )
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
})
test.afterAll(() => elsewhere.close())

/** The requests that a page can make a browser send. Each tries to create its own workspace. */
const WAYS = [
  'text',
  'blob',
  'buffer',
  'beacon',
  'json',
  'put',
  'patch',
  'form',
  'multipart form',
  'text form',
]

/** Sends all of them from the page, the forms into frames, and waits for each to end. */
async function sendAll(page: Page, url: string, from: string): Promise<void> {
  await page.evaluate(
    async ({ ways, url, site }) => {
      const text = (way: string) =>
        JSON.stringify({
          name: `${site}-${way}`.replace(' ', '-'),
          s3_bucket_name: `${site}-${way}`.replace(' ', '-'),
        })
      const send = (init: RequestInit) => fetch(url, { credentials: 'include', method: 'POST', ...init })
      const sendForm = (enctype: string, way: string) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement('iframe')
          frame.name = enctype
          document.body.append(frame)
          const form = document.createElement('form')
          Object.assign(form, { action: url, method: 'post', enctype, target: enctype })
          const field = document.createElement('input')
          Object.assign(field, { name: text(way).slice(0, -1), value: '}' })
          form.append(field)
          document.body.append(form)
          frame.addEventListener('load', () => resolve())
          form.submit()
        })
      const sent: Record<string, (way: string) => Promise<unknown>> = {
        text: (way) => send({ mode: 'no-cors', body: text(way) }),
        blob: (way) => send({ mode: 'no-cors', body: new Blob([text(way)]) }),
        buffer: (way) => send({ mode: 'no-cors', body: new TextEncoder().encode(text(way)) }),
        beacon: async (way) => navigator.sendBeacon(url, text(way)),
        json: (way) => send({ headers: { 'content-type': 'application/json' }, body: text(way) }),
        put: (way) => send({ method: 'PUT', body: text(way) }),
        patch: (way) => send({ method: 'PATCH', body: text(way) }),
        form: (way) => sendForm('application/x-www-form-urlencoded', way),
        'multipart form': (way) => sendForm('multipart/form-data', way),
        'text form': (way) => sendForm('text/plain', way),
      }
      await Promise.all(ways.map((way) => sent[way]?.(way).catch(() => undefined)))
    },
    { ways: WAYS, url, site: from },
  )
}

const namesOf = async (api: Api) =>
  (await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')).workspaces.map(({ name }) => name)

test('lets a page of another site change nothing through the browser of a signed-in person', async ({
  page,
  server,
  api,
}) => {
  const url = `${server.address}/api/v1/workspaces`
  const before = await namesOf(api)
  await signInAt(page, server.address, await makeAccount(api, uniqueName('ada'), { role: 'ADMIN' }))
  const { port } = elsewhere.address() as AddressInfo
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${port}/`)
    await sendAll(page, url, host.replaceAll('.', '-'))
  }
  expect(await namesOf(api)).toEqual(before)

  // The same from the console itself, which proves that the attempts are valid.
  await page.goto(`${server.address}/overview`)
  await page.evaluate(
    (address) =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"own","s3_bucket_name":"own-bucket"}',
      }),
    url,
  )
  expect(await namesOf(api)).toEqual([...before, 'own-ws'].sort())
})
