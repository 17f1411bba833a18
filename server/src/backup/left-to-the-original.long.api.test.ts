import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWebhook } from '@podium/contract/calls/webhooks.ts'
import { inDatabase } from '@podium/database/testing/in-database.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { type SQL, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { createMailSender } from '../domains/notifications/mail-sender.ts'
import { postDepsOf } from '../domains/notifications/post-deps.ts'
import { type Receiver, startReceiver } from '../domains/notifications/testing/receiver.ts'
import { createWebhookSender } from '../domains/notifications/webhook-sender.ts'
import { insertStream } from '../domains/streams/testing/insert-stream.ts'
import type { Mail } from '../mail/mail.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { exportAll } from './export.ts'
import { checkExport, importAll } from './import.ts'

const log = pino({ enabled: false })
const FACTS = JSON.stringify({
  workspace: { id: '', name: 'first' },
  run: {
    id: '',
    name: 'line-1',
    detail: 'Exit code 0.',
    created_at: new Date(0),
    started_at: null,
    ended_at: null,
  },
})
const LATER = sql`now() + interval '5 minutes'`

let podium: TestApp
let receiver: Receiver
let target: TestDatabase
beforeEach(async () => {
  podium = await createTestApp({ env: { PODIUM_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  receiver = await startReceiver()
  target = await createTestDatabase()
  return async () => {
    await target.drop()
    receiver.close()
    await podium.close()
  }
})

const change = (statement: SQL) => podium.deps.database.execute(statement)

/** Moves the whole installation to another one. */
async function move() {
  const folder = await mkdtemp(join(tmpdir(), 'podium-original-'))
  try {
    const file = join(folder, 'whole.tar.gz')
    const { rows } = await change(sql`select current_database() as name`)
    const owner = inDatabase(inject('testPostgres').owner, String(rows[0]?.name))
    await exportAll({ owner, objects: podium.deps.objects, file })
    await importAll({ file, ...target, objects: createMemoryStore() }, await checkExport(file))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Lets an installation send its pending messages. Returns the number of mails and webhook messages sent. */
async function send(database: TestDatabase['database']) {
  const mail = { send: vi.fn<Mail['send']>(async () => null) }
  const sender = createWebhookSender({ ...postDepsOf({ ...podium.deps, database }), database, log })
  const mailSender = createMailSender({ database, mail, console_url: null, inactive_days: 90, log })
  const before = receiver.heard.length
  await sender.step(LATER)
  await sender.step(LATER)
  await mailSender.step(LATER)
  await Promise.all([sender.close(), mailSender.close()])
  return { mails: mail.send.mock.calls.length, messages: receiver.heard.length - before }
}

/** A schedule that starts runs, and one that paused without a notification yet. */
async function addSchedules() {
  await insertStream(podium)
  await change(sql`
    with made as (
      insert into schedules (workspace_id, stream_id, pipeline, cron, time_zone, when_missed, when_running, active, next_at,
        detail, pause_told, run_as, created_by)
      select i.workspace_id, s.id, 'train', '0 6 * * *', 'UTC', 'run_once', 'queue', active, case when active then now() end,
        case when active then '' else 'It may not.' end, active, ${podium.people.ids.member}, ${podium.people.ids.member}
      from streams s join instances i on i.id = s.instance_id, unnest(array[true, false]) as active
      returning id, active)
    insert into schedule_times (schedule_id, due_at, outcome) select id, now(), 'waiting' from made where active`)
}

/** Adds a waiting message for the webhook and one for the member, and an event that is in no mail yet. */
async function addMessages() {
  const { first, ids } = podium.people
  await change(sql`
    update accounts set email = 'member@example.org', preferences = '{"mail": ["schedule.paused"]}' where id = ${ids.member}`)
  const { id: webhook_id } = await podium.as('manager').call(createWebhook, {
    params: { id: first.id },
    body: {
      url: receiver.url,
      events: ['run.ended', 'schedule.paused'],
      kind: 'json',
      secret: 'copper heron at dawn',
    },
  })
  await change(sql`
    insert into deliveries (workspace_id, webhook_id, event, facts) values (${first.id}, ${webhook_id}, 'run.ended', ${FACTS})`)
  await change(sql`
    with made as (insert into mails (account_id) values (${ids.member}) returning id)
    insert into mail_events (account_id, workspace_id, mail_id, event, facts)
    select ${ids.member}::uuid, ${first.id}::uuid, id, 'run.ended', ${FACTS}::jsonb from made
    union all select ${ids.member}, ${first.id}, null, 'run.ended', ${FACTS}`)
}

test('leaves schedules to the exported installation', async () => {
  await addSchedules()
  await move()
  const { rows } = await target.database.execute(sql`
    select s.active, s.next_at, s.detail, t.outcome from schedules s left join schedule_times t on t.schedule_id = s.id
    order by t.outcome`)
  expect(rows).toEqual([
    { active: false, next_at: null, detail: 'Podium was imported.', outcome: 'missed' },
    { active: false, next_at: null, detail: 'It may not.', outcome: null },
  ])
})

test('leaves pending messages to the exported installation', async () => {
  await addSchedules()
  await addMessages()
  await move()
  expect(await send(target.database)).toEqual({ mails: 0, messages: 0 })
  const { rows } = await target.database.execute(sql`
    select d.next_at as message_at, d.trouble as message, m.next_at as mail_at, m.trouble as mail from deliveries d, mails m`)
  expect(rows).toEqual([
    { message_at: null, message: 'Podium was imported', mail_at: null, mail: 'Podium was imported.' },
  ])
  expect(await send(podium.deps.database)).toEqual({ mails: 2, messages: 2 })
})
