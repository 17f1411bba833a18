// @module-tag exim
// @module-tag openssl
import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { readOwnMail, testOwnMail } from '@podium/contract/calls/notifications.ts'
import { keepPreferences } from '@podium/contract/calls/preferences.ts'
import { createWebhook, listDeliveries } from '@podium/contract/calls/webhooks.ts'
import { removeMembers } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Exim, startExim } from '../../testing/exim.ts'
import { untilLockIsAwaited } from '../../testing/lock-waits.ts'
import { testMail } from '../../testing/test-mail.ts'
import type { Player } from '../../testing/test-people.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { gatherMails } from './mail-queue.ts'
import { createMailSender } from './mail-sender.ts'
import { postDepsOf } from './post-deps.ts'
import { removeOldMessages } from './service.ts'
import { letTimePass } from './testing/let-time-pass.ts'
import { startReceiver } from './testing/receiver.ts'
import { createWebhookSender } from './webhook-sender.ts'

const IMPATIENCE_MS = 500

let exim: Exim
let fixture: RunFixture
let logged: { msg: string; trouble?: string }[]
/** number of mails before the test */
let before: number
beforeAll(async () => {
  exim = await startExim()
})
afterAll(() => exim.stop())
beforeAll(async () => {
  fixture = await createRunFixture({
    env: { PODIUM_PUBLIC_URL: 'https://podium.example.org', PODIUM_WEBHOOK_ALLOW: '127.0.0.0/8' },
    mail: testMail(exim.env),
  })
  return () => fixture.close()
})
beforeEach(async () => {
  await exim.comeBack()
  before = (await exim.received()).length
  logged = []
  await fixture.startOver()
})

const choose = (who: Player, body: object = { mail: ['run.failed'] }) =>
  fixture.as(who).call(keepPreferences, { body })
const finish = async (outcome: 'succeeded' | 'failed' = 'failed', who: Player = 'member') => {
  await letTimePass(fixture.deps)
  const id = await fixture.startAs(who, fixture.ids.stream)
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  fixture.deps.engine.end(fixture.key(id), { outcome })
  await fixture.loop.tick()
  return id
}
/** @param patience_ms how long the sender waits for the mail server, for tests in which no answer comes */
const newSender = (patience_ms?: number) =>
  createMailSender({
    database: fixture.deps.database,
    mail: testMail(exim.env, patience_ms),
    console_url: 'https://podium.example.org',
    inactive_days: 90,
    log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
  })
const later = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`
const arrived = async (count: number) => (await exim.until(before + count)).slice(before)
const mailsOf = async () =>
  (
    await fixture.deps.database.execute<{ tries: number; trouble: string | null; waits: boolean }>(
      sql`select tries, trouble, next_at is not null as waits from mails order by created_at, id`,
    )
  ).rows

test('mails only people who chose it about their own run, with the reason and a link', async () => {
  for (const who of ['member', 'manager', 'admin'] as const) await choose(who)
  const run = await finish()
  await newSender().step()
  expect(await mailsOf()).toEqual([])
  await newSender().step(later(2))
  const [mail] = await arrived(1)
  expect(mail).toMatchObject({
    envelopeTo: 'member@example.org',
    headers: {
      from: 'Podium <podium@example.org>',
      to: 'member@example.org',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@example\.org>$/),
      'content-type': expect.stringContaining('text/plain'),
    },
    body: expect.stringContaining(`https://podium.example.org/inferenceModel/run/${run}`),
  })
  await newSender().step(later(60))
  expect(await exim.received()).toHaveLength(before + 1)
  expect(await mailsOf()).toEqual([{ tries: 1, trouble: null, waits: false }])
})

test('sends no mail without the choice or about a muted workspace, but notifies in the console', async () => {
  await finish()
  await choose('member', { mail: ['run.failed'], muted: [fixture.people.first.id] })
  await finish()
  await newSender().step(later(2))
  expect(await mailsOf()).toEqual([])
})

test('sends one mail about all events within a minute, also about a thousand', {
  tags: ['long'],
}, async () => {
  await choose('member', { mail: ['run.failed', 'run.succeeded'] })
  await finish('failed')
  await finish('succeeded')
  await fixture.deps.database.execute(sql`
    insert into mail_events (account_id, workspace_id, event, facts)
    select e.account_id, e.workspace_id, e.event, e.facts
    from (select * from mail_events limit 1) e, generate_series(1, 998)`)
  await Promise.all([newSender().step(later(2)), newSender().step(later(2))])
  const [mail, ...others] = await arrived(1)
  expect(others).toEqual([])
  expect(mail?.headers.subject).toMatch(/^penguins-1 failed.*and 999 more$/)
  expect(mail?.body).toContain('And 950 more: see the notifications in your profile.')
  expect(await mailsOf()).toHaveLength(1)
})

test('a server that began gathering events before another had finished creates no second mail', async () => {
  await choose('member')
  await finish('failed')
  const { database } = fixture.deps
  // This statement sees the waiting events, and continues once the other server has finished.
  const afterOther = sql`(select ${later(2)} from pg_advisory_xact_lock_shared(1))`
  const [gathered] = await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1)`)
    const late = gatherMails(database, afterOther)
    await untilLockIsAwaited(database)
    await newSender().step(later(2))
    return [late]
  })
  await gathered
  expect(await arrived(1)).toHaveLength(1)
  expect(await mailsOf()).toHaveLength(1)
})

test('sends nothing to a person who has left, is locked out or was deleted meanwhile', async () => {
  for (const who of ['member', 'developer', 'manager', 'admin'] as const) {
    await choose(who)
    await finish('failed', who)
  }
  const params = { id: fixture.people.first.id }
  const { ids } = fixture.people
  await fixture.as('manager').call(removeMembers, { params, body: { account_ids: [ids.member] } })
  await fixture.as('admin').call(deleteAccounts, { body: { ids: [ids.developer] } })
  await fixture.deps.database.execute(
    sql`update accounts set locked_by_admin_at = now() where id = ${ids.manager}::uuid`,
  )
  await newSender().step(later(2))
  expect((await arrived(1)).map(({ envelopeTo }) => envelopeTo)).toEqual(['admin@example.org'])
  expect((await mailsOf()).map(({ trouble, waits }) => [trouble, waits])).toEqual(
    Array(4).fill([null, false]),
  )
})

test('retries while the mail server is away, sends once when it is back, and logs an outage once', async () => {
  await choose('member')
  await choose('developer')
  await finish('failed', 'member')
  await finish('failed', 'developer')
  await exim.leave()
  const sender = newSender()
  await sender.step(later(2))
  await sender.step(later(2))
  const trouble = 'The mail server could not be reached: the connection was refused.'
  expect(await mailsOf()).toEqual([
    { tries: 1, trouble, waits: true },
    { tries: 1, trouble, waits: true },
  ])
  expect((await fixture.as('member').call(readOwnMail)).trouble).toBe(trouble)
  await exim.comeBack()
  await Promise.all([sender.step(later(3)), newSender().step(later(3))])
  await sender.step(later(60))
  const mails = await arrived(2)
  expect(mails.map(({ envelopeTo }) => envelopeTo).sort()).toEqual([
    'developer@example.org',
    'member@example.org',
  ])
  expect((await fixture.as('member').call(readOwnMail)).trouble).toBe('')
  expect(logged.filter(({ msg }) => msg.startsWith('mail cannot be sent'))).toHaveLength(1)
})

test('retries for a day while the mail server is away, then gives up and logs it', async () => {
  await choose('member')
  await finish()
  await exim.leave()
  const sender = newSender()
  const givenUp = () => logged.filter(({ msg }) => msg === 'a mail was given up')
  for (let minutes = 2; minutes < 24 * 60; minutes += 125) await sender.step(later(minutes))
  const trouble = 'The mail server could not be reached: the connection was refused.'
  expect(await mailsOf()).toEqual([{ tries: 12, trouble, waits: true }])
  expect(givenUp()).toEqual([])
  await sender.step(later(26 * 60))
  expect(await mailsOf()).toEqual([{ tries: 13, trouble, waits: false }])
  expect(givenUp()).toMatchObject([{ trouble }])
})

test('sends a mail again with the same id after its server was killed, once the lease has expired', async () => {
  await choose('member')
  await finish()
  const dying = newSender()
  exim.hang()
  const step = dying.step(later(2))
  await dying.close()
  await step
  await exim.comeBack()
  await newSender().step(later(2))
  expect(await exim.received()).toHaveLength(before)
  await newSender().step(later(4))
  const [mail] = await arrived(1)
  const { rows } = await fixture.deps.database.execute<{ id: string }>(sql`select id from mails`)
  expect(mail?.headers['message-id']).toBe(`<${rows[0]?.id}@example.org>`)
})

test('gives up on a refused address with its reason, retries one refused temporarily, and delivers to others', {
  tags: ['long'],
}, async () => {
  const addresses = { member: 'gone@example.org', developer: 'later@example.org' }
  for (const who of ['member', 'developer', 'manager'] as const) {
    await choose(who)
    await finish('failed', who)
  }
  for (const [who, email] of Object.entries(addresses))
    await fixture.deps.database.execute(sql`update accounts set email = ${email} where username = ${who}`)
  await newSender().step(later(2))
  expect((await arrived(1)).map(({ envelopeTo }) => envelopeTo)).toEqual(['manager@example.org'])
  expect((await fixture.as('member').call(readOwnMail)).trouble).toBe(
    'The mail server refused the address: 550 there is no such person here',
  )
  const all = await mailsOf()
  expect(all.filter(({ waits }) => waits)).toMatchObject([{ trouble: expect.stringContaining('451') }])
  expect(logged).toMatchObject([{ msg: 'a mail was given up', trouble: expect.stringContaining('550') }])
  for (let minutes = 3; minutes < 600; minutes += 130) await newSender().step(later(minutes))
  expect((await mailsOf()).filter(({ tries }) => tries === 6)).toMatchObject([{ waits: false }])
})

test('a mail server that never answers delays neither the end of a run nor a webhook', async () => {
  const receiver = await startReceiver()
  const params = { id: fixture.people.first.id }
  const body = { url: receiver.url, events: ['run.ended' as const] }
  const { id } = await fixture.as('manager').call(createWebhook, { params, body })
  await choose('member')
  exim.hang()
  await finish()
  const sending = newSender(IMPATIENCE_MS).step(later(2))
  const run = await finish('failed', 'manager')
  expect((await fixture.info(run)).state).toBe('failed')
  const log = pino({ level: 'silent' })
  await createWebhookSender({ database: fixture.deps.database, log, ...postDepsOf(fixture.deps) }).step()
  const asked = { params: { ...params, webhook_id: id } }
  const { deliveries } = await fixture.as('manager').call(listDeliveries, asked)
  expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  await sending
  expect(await mailsOf()).toMatchObject([{ trouble: 'The mail server did not answer in time.', waits: true }])
  receiver.close()
})

test("a person may send themselves a test mail five times an hour, and sees the mail server's answer", async () => {
  expect(await fixture.as('loner').call(readOwnMail)).toEqual({
    is_set_up: true,
    address: 'loner@example.org',
    trouble: '',
  })
  expect(await fixture.as('loner').call(testOwnMail)).toEqual({ trouble: '' })
  const [mail] = await arrived(1)
  expect(mail).toMatchObject({
    envelopeTo: 'loner@example.org',
    headers: { subject: 'A test message from Podium' },
  })
  await exim.leave()
  const trouble = 'The mail server could not be reached: the connection was refused.'
  expect(await fixture.as('loner').call(testOwnMail)).toEqual({ trouble })
  expect((await fixture.as('loner').call(readOwnMail)).trouble).toBe(trouble)
  const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.as('loner').ask(testOwnMail)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429, 429])
  const sentence = 'You have sent 5 test messages in the last hour. Please try again later.'
  expect((await fixture.as('loner').ask(testOwnMail)).json().detail).toBe(sentence)
  expect(await fixture.as('member').call(testOwnMail)).toEqual({ trouble })
})

test('says what is missing: an address, the mail settings or an account', async () => {
  await fixture.deps.database.execute(sql`update accounts set email = null where username = 'loner'`)
  const answer = await fixture.as('loner').ask(testOwnMail)
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    'Your account has no email address. Add one to your profile first.',
  ])
  expect((await fixture.as('host').ask(testOwnMail)).statusCode).toBe(403)
  const off = await createRunFixture()
  expect((await off.as('member').call(readOwnMail)).is_set_up).toBe(false)
  expect((await off.as('member').ask(testOwnMail)).json().detail).toBe(
    'Mail is not set up on this server. An administrator sets it up with PODIUM_SMTP_URL.',
  )
  await off.close()
})

test('sends no mail about events older than a day, and deletes everything after 90 days', async () => {
  await choose('member')
  await finish()
  await newSender().step(later(24 * 60 + 1))
  expect(await mailsOf()).toEqual([])
  await newSender().step(later(2))
  await arrived(1)
  await fixture.deps.database.execute(sql`update mails set created_at = now() - interval '91 days'`)
  await removeOldMessages(fixture.deps.database)
  const { rows } = await fixture.deps.database.execute(
    sql`select (select count(*) from mails)::int as mails, (select count(*) from mail_events)::int as events`,
  )
  expect(rows).toEqual([{ mails: 0, events: 0 }])
})

test('a started server sends until it is closed', async () => {
  await choose('member')
  await finish()
  await fixture.deps.database.execute(sql`update mail_events set created_at = now() - interval '2 minutes'`)
  const sender = newSender()
  sender.start()
  await arrived(1)
  await sender.close()
})

test('mails the first failure of a group at once, and how the group went when nothing of it goes on', async () => {
  await choose('member')
  const ids: string[] = []
  for (let at = 0; at < 4; at += 1) ids.push(await fixture.start())
  await fixture.loop.tick()
  const end = async (at: number, outcome: 'succeeded' | 'failed') => {
    const key = fixture.key(ids[at] ?? '')
    fixture.deps.engine.start(key)
    fixture.deps.engine.end(key, { outcome })
    await fixture.loop.tick()
  }
  await end(0, 'failed')
  await end(1, 'failed')
  await newSender().step(later(2))
  expect((await arrived(1))[0]?.headers.subject).toBe('penguins: 2 of 4 runs failed · first')
  await end(2, 'failed')
  await end(3, 'succeeded')
  ids.push(await fixture.start())
  await newSender().step(later(2))
  expect(await mailsOf()).toHaveLength(1)
  await fixture.loop.tick()
  await end(4, 'succeeded')
  await newSender().step(later(2))
  const mails = await arrived(2)
  expect(mails[1]?.headers.subject).toBe('penguins: 3 of 5 runs failed · first')
  expect(mails[1]?.body).toContain('2 succeeded, 3 failed.')
  expect(mails[1]?.body).toContain(
    `?ws=${fixture.people.first.id}&view=runs&stream_id=${fixture.ids.stream}&person=me&from=`,
  )
})
