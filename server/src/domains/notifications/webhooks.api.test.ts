import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { deleteRuns } from '@podium/contract/calls/run-selection.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
} from '@podium/contract/calls/webhooks.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { postDepsOf } from './post-deps.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'
import { createWebhookSender } from './webhook-sender.ts'

const SECRET = 'copper heron at dawn'
const GUIDE = new URL('../../../../docs/guide/notifications.md', import.meta.url)

let fixture: RunFixture
let receiver: Receiver
let params: { id: string }
beforeEach(async () => {
  fixture = await createRunFixture({ env: { PODIUM_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  receiver = await startReceiver()
  params = { id: fixture.people.first.id }
  return async () => {
    receiver.close()
    await fixture.close()
  }
})

const newSender = (outgoing?: Outgoing) => {
  const { database, config } = fixture.deps
  const parts = { ...postDepsOf({ database, config }), ...(outgoing && { outgoing }) }
  return createWebhookSender({ database, log: pino({ level: 'silent' }), ...parts })
}
const add = (body: Partial<Parameters<typeof createBody>[0]> = {}) =>
  fixture.as('manager').call(createWebhook, { params, body: createBody(body) })
const createBody = (body: {
  url?: string
  events?: ('run.ended' | 'run.failed' | 'run.first_failure' | 'run.recovered' | 'run.waits')[]
  kind?: 'json' | 'slack' | 'teams'
  secret?: string
}) => ({ url: receiver.url, events: ['run.ended' as const], secret: SECRET, ...body })
const deliveriesOf = async (webhook_id: string) =>
  (await fixture.as('manager').call(listDeliveries, { params: { ...params, webhook_id } })).deliveries
const finish = async (outcome: 'succeeded' | 'failed' = 'succeeded') => {
  const id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  fixture.deps.engine.end(fixture.key(id), { outcome })
  await fixture.loop.tick()
  return id
}
const heard = () => receiver.heard.map(({ body }) => JSON.parse(body))
const later = (span: string) => sql`now() + ${span}::interval`

test('sends the end of a run with its facts, signed, and the delivery shows the answer', async () => {
  const { id: webhook_id } = await add()
  receiver.answer = 204
  const run = await finish('failed')
  expect(await deliveriesOf(webhook_id)).toMatchObject([
    { event: 'run.ended', run_id: run, run_name: 'penguins-1', state: 'waiting', tries: 0, answer: null },
  ])
  await newSender().step()
  const [delivery] = await deliveriesOf(webhook_id)
  expect(delivery).toMatchObject({ state: 'delivered', tries: 1, answer: 204, trouble: '', next_at: null })
  expect(heard()).toEqual([
    {
      id: delivery?.id,
      event: 'run.ended',
      created_at: delivery?.created_at,
      text: expect.stringMatching(/^penguins-1 in first has ended\. ./),
      workspace: { id: params.id, name: 'first' },
      run: expect.objectContaining({
        id: run,
        name: 'penguins-1',
        state: 'failed',
        pipeline: 'train',
        stream_name: 'penguins',
        solution_name: 'penguins',
        started_by: 'The member',
        ended_at: expect.stringMatching(/Z$/),
        url: null,
      }),
    },
  ])
  expect(receiver.heard[0]?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'podium-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
  })
})

test("the receiver of the guide accepts Podium's signature, and none made with another secret", {
  tags: ['long'],
}, async () => {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? []
  const file = join(mkdtempSync(join(tmpdir(), 'podium-receiver-')), 'receiver.mjs')
  writeFileSync(file, program)
  const { port } = new URL(receiver.url)
  receiver.close()
  const child = spawn(process.execPath, [file], { env: { ...process.env, SECRET, PORT: port } })
  await once(child.stdout, 'data')
  const [right, wrong] = [await add(), await add({ secret: 'another secret' })]
  await finish()
  await newSender().step()
  expect((await deliveriesOf(right.id))[0]).toMatchObject({ state: 'delivered', answer: 204 })
  expect((await deliveriesOf(wrong.id))[0]).toMatchObject({ state: 'waiting', answer: 401 })
  child.kill()
  await once(child, 'exit')
})

test('each end has its own names, such as the first failure after a success, the recovery and a stop', {
  tags: ['long'],
}, async () => {
  await add({ events: ['run.ended', 'run.first_failure', 'run.recovered'] })
  await add({ events: ['run.failed'] })
  for (const outcome of ['failed', 'succeeded', 'failed', 'failed', 'succeeded'] as const)
    await finish(outcome)
  const id = await fixture.start()
  await fixture.as('member').call(stopRun, { params: { id } })
  // a webhook gets four messages at a time
  const sender = newSender()
  await sender.step()
  await sender.step()
  const told = heard().map(({ event, run }) => `${run.name} ${event}`)
  expect(told.sort()).toEqual([
    'penguins-1 run.ended',
    'penguins-1 run.failed',
    'penguins-2 run.recovered',
    'penguins-3 run.failed',
    'penguins-3 run.first_failure',
    'penguins-4 run.ended',
    'penguins-4 run.failed',
    'penguins-5 run.recovered',
    'penguins-6 run.ended',
  ])
})

test('sends one event for a run that waits for ten minutes, whichever servers look', async () => {
  await add({ events: ['run.waits'] })
  await fixture.start()
  const [one, other] = [newSender(), newSender()]
  await one.step(later('9 minutes'))
  expect(heard()).toEqual([])
  await Promise.all([one.step(later('11 minutes')), other.step(later('11 minutes'))])
  await Promise.all([one.step(later('12 minutes')), other.step(later('12 minutes'))])
  expect(heard()).toMatchObject([
    { event: 'run.waits', text: expect.stringContaining('has been waiting for more than 10 minutes') },
  ])
})

test('retries a refused message after 10 s, 1 min, 5 min, 30 min and 2 h, then gives up', async () => {
  const { id } = await add()
  receiver.answer = 503
  await finish()
  const sender = newSender()
  let sum = 0
  for (const seconds of [0, 10, 60, 300, 1800, 7200]) {
    const before = receiver.heard.length
    if (seconds > 0) await sender.step(later(`${sum + seconds - 5} seconds`))
    expect(receiver.heard).toHaveLength(before)
    // the time that each statement takes is added to the pause before it
    sum += seconds + 2
    await sender.step(later(`${sum} seconds`))
    expect(receiver.heard).toHaveLength(before + 1)
  }
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'given_up', tries: 6, answer: 503, next_at: null }])
  await sender.step(later('9 days'))
  expect(receiver.heard).toHaveLength(6)
  expect(new Set(heard().map((message) => message.id)).size).toBe(1)
})

test('a receiver that does not answer delays neither others nor runs, and is tried again', {
  tags: ['long'],
}, async () => {
  const [dead, alive] = [await startReceiver(), receiver]
  dead.answer = 'nothing'
  const silent = await add({ url: dead.url })
  const sender = newSender()
  await finish()
  const stuck = sender.step()
  await dead.until(1)
  const good = await add({ url: alive.url })
  await finish()
  const other = newSender().step()
  await alive.until(1)
  dead.close()
  await Promise.all([stuck, other])
  expect((await deliveriesOf(good.id))[0]).toMatchObject({ state: 'delivered' })
  const [, first] = await deliveriesOf(silent.id)
  expect(first).toMatchObject({ state: 'waiting', tries: 1, answer: null, trouble: 'connection broken' })
  expect(first?.next_at).not.toBeNull()
})

test('a delivery says that it ran out of time', { tags: ['long'] }, async () => {
  const { id } = await add()
  await finish()
  const outgoing = {
    ...createOutgoing([]),
    post: async () => {
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    },
  }
  await newSender(outgoing).step()
  expect(await deliveriesOf(id)).toMatchObject([{ trouble: 'no answer in 10 seconds', state: 'waiting' }])
})

test("a server killed between a run's end and the answer loses no message, and two servers send none twice", async () => {
  const { id } = await add()
  for (let run = 0; run < 6; run++) await finish()
  const servers = [newSender(), newSender(), newSender()]
  await Promise.all(servers.map((server) => server.step()))
  await Promise.all(servers.map((server) => server.step()))
  expect(new Set(heard().map((message) => message.id)).size).toBe(6)
  expect(receiver.heard).toHaveLength(6)

  await finish()
  receiver.answer = 'nothing'
  const killed = newSender()
  const sending = killed.step()
  await receiver.until(7)
  await Promise.all([killed.close(), sending])
  receiver.answer = 200
  await newSender().step(later('20 seconds'))
  expect(receiver.heard).toHaveLength(7)
  await newSender().step(later('40 seconds'))
  expect(receiver.heard).toHaveLength(8)
  expect(heard()[7].id).toBe(heard()[6].id)
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered', tries: 2 })
})

test('refuses an internal address unless its network is allowed, when it is saved and when it is used', async () => {
  const inside = [
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
    'http://[::1]:80/',
    'https://localhost/',
  ]
  const closed = await createRunFixture()
  for (const url of [
    ...inside,
    'http://93.184.216.34/',
    'ftp://example.org',
    'https://me:word@example.org/',
  ]) {
    const answer = await closed.as('manager').ask(createWebhook, {
      params: { id: closed.people.first.id },
      body: createBody({ url }),
    })
    expect([url, answer.statusCode, answer.json().detail[0].loc]).toEqual([url, 422, ['body', 'url']])
  }
  await closed.close()

  const { id } = await add()
  await finish()
  await newSender(createOutgoing([])).step()
  expect(receiver.heard).toEqual([])
  expect(await deliveriesOf(id)).toMatchObject([{ trouble: 'address not allowed', answer: null }])
})

test('sends nothing if the key of the secrets was lost, and the delivery says so', async () => {
  const { id } = await add()
  await finish()
  await fixture.deps.database.execute(sql`delete from installation_secrets where name = 'webhooks'`)
  await newSender().step()
  expect(receiver.heard).toEqual([])
  expect(await deliveriesOf(id)).toMatchObject([{ trouble: 'its secret cannot be read', state: 'waiting' }])
})

test('a started server sends until it is closed', async () => {
  const { id } = await add()
  await finish()
  const sender = newSender()
  sender.start()
  await waitFor(async () => expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered' }]))
  await sender.close()
})

test('follows no redirect', async () => {
  const { id } = await add()
  receiver.answer = 307
  await finish()
  await newSender().step()
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', answer: 307 }])
})

test('formats messages for Slack and Teams, and names cannot become markup', async () => {
  await add({ kind: 'slack' })
  await add({ kind: 'teams' })
  const id = await fixture.start()
  await fixture.deps.database.execute(sql`update runs set name = '<!here> & co' where id = ${id}::uuid`)
  await fixture.as('member').call(stopRun, { params: { id } })
  await newSender().step()
  const [slack, teams] = heard().sort((a) => ('attachments' in a ? 1 : -1))
  expect(slack).toEqual({
    text: expect.stringMatching(/^&lt;!here&gt; &amp; co in first has ended\. Stopped by/),
  })
  expect(teams).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: [
            {
              type: 'RichTextBlock',
              inlines: [{ type: 'TextRun', text: expect.stringContaining('<!here> & co in first') }],
            },
          ],
        },
      },
    ],
  })
})

test('sends a test once, immediately, and lists it among the deliveries', async () => {
  const { id: webhook_id } = await add()
  receiver.answer = 500
  const sent = await fixture.as('manager').call(testWebhook, { params: { ...params, webhook_id } })
  expect(sent).toMatchObject({
    event: 'webhook.test',
    state: 'given_up',
    tries: 1,
    answer: 500,
    run_id: null,
  })
  expect(heard()).toMatchObject([{ id: sent.id, event: 'webhook.test', run: null }])
  expect(await deliveriesOf(webhook_id)).toEqual([sent])
})

test('returns a generated secret once, and shows it nowhere else', async () => {
  const made = await add({ secret: '' })
  expect(made.secret).toMatch(/^[\w-]{32}$/)
  const given = await add()
  expect(given).not.toHaveProperty('secret')
  const { webhooks } = await fixture.as('manager').call(listWebhooks, { params })
  expect(webhooks).toEqual([
    { ...made, secret: undefined },
    { ...given, created_by: 'The manager' },
  ])
  await fixture.as('manager').call(deleteWebhook, { params: { ...params, webhook_id: given.id } })
  const { rows } = await fixture.deps.database.execute(
    sql`select (select jsonb_agg(w) from webhooks w)::text || (select jsonb_agg(e) from audit_events e)::text as all`,
  )
  for (const secret of [SECRET, made.secret]) expect(rows[0]?.all).not.toContain(secret)
  const { events } = await fixture.as('manager').call(listAudit, { query: { workspace_id: params.id } })
  expect(events.map(({ action }) => action)).toEqual(['webhook.delete', 'webhook.create', 'webhook.create'])
  // the path of the address may be a key
  expect(JSON.stringify(events)).not.toContain('violet')
})

test('a webhook of another workspace is not found, and one above the limit is refused', {
  tags: ['long'],
}, async () => {
  const { id: webhook_id } = await add()
  const foreign = { params: { id: fixture.people.second.id, webhook_id } }
  for (const route of [listDeliveries, testWebhook, deleteWebhook] as const)
    expect((await fixture.as('outsider').ask(route, foreign)).statusCode).toBe(404)
  for (let more = 1; more < 20; more++) await add()
  const answer = await fixture.as('manager').ask(createWebhook, { params, body: createBody({}) })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    'This workspace has 20 webhooks already. Delete one of them first.',
  ])
})

test("sends a deleted run's facts as they were, and nothing to a deleted webhook", {
  tags: ['long'],
}, async () => {
  const [kept, gone] = [await add(), await add()]
  const run = await finish()
  await fixture.as('manager').call(deleteRuns, { query: { workspace_id: params.id }, body: { ids: [run] } })
  await fixture.as('manager').call(deleteWebhook, { params: { ...params, webhook_id: gone.id } })
  await newSender().step()
  expect(heard()).toMatchObject([{ run: { id: run, name: 'penguins-1' } }])
  expect(await deliveriesOf(kept.id)).toHaveLength(1)
})
