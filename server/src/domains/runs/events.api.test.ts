import { setTimeout as pause } from 'node:timers/promises'
import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { logout } from '@podium/contract/calls/auth.ts'
import { followRuns } from '@podium/contract/calls/runs.ts'
import { removeMembers } from '@podium/contract/calls/workspaces.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { accessTokens, accounts, sessions } from '@podium/database/schema/accounts.ts'
import { members } from '@podium/database/schema/workspaces.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../http/call.ts'
import { openEventStream } from '../../http/event-stream.ts'
import { newAccessToken } from '../../http/session/access-token.ts'
import { createStillAllowed } from '../../http/session/still-allowed.ts'
import { hashOfToken } from '../../http/session/tokens.ts'
import { addStream, createRunFixture, type RunFixture } from './testing/run-fixture.ts'
import { type SentEvent, sentEvents } from './testing/sent-events.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

const follow = (role: 'member' | 'outsider', workspace_id: string) =>
  sentEvents(fixture, followRuns, { query: { workspace_id }, role })
const statesOf = (events: SentEvent[], id: string) =>
  events
    .map(({ data }) => data as { id?: string; state?: string })
    .filter((run) => run.id === id)
    .map(({ state }) => state)

describe('following the runs of a workspace', () => {
  test('shows every change as it happens, of this workspace only', async () => {
    const reader = follow('member', fixture.people.first.id)
    const theirs = await addStream(fixture, fixture.people.second.id, metadataForTests())
    await reader.until((events) => events.some(({ event }) => event === 'gap'))
    const foreign = await fixture.startAs('outsider', theirs.stream)
    const id = await fixture.start()
    await reader.until((events) => statesOf(events, id).includes('queued'))
    await fixture.loop.tick()
    await reader.until((events) => statesOf(events, id).includes('starting'))
    fixture.deps.engine.progress(fixture.key(id), { fraction: 0.5, step: null, message: null })
    await fixture.loop.tick()
    const events = await reader.until((all) => statesOf(all, id).includes('running'))
    expect(events.findLast(({ event }) => event === 'run')).toMatchObject({
      event: 'run',
      data: { id, name: 'penguins-1', status: 'running', detail: 'Running.', progress: { fraction: 0.5 } },
    })
    expect(statesOf(await reader.leave(), foreign)).toEqual([])
  })

  test('is refused to people of another workspace', async () => {
    const query = { workspace_id: fixture.people.first.id }
    const answer = await fixture.as('outsider').ask(followRuns, { query })
    expect(answer.statusCode).toBe(404)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'is removed from the workspace',
      () =>
        fixture.as('admin').call(removeMembers, {
          params: { id: fixture.people.first.id },
          body: { account_ids: [fixture.people.ids.member] },
        }),
    ],
    [
      'is deleted',
      () => fixture.as('admin').call(deleteAccounts, { body: { ids: [fixture.people.ids.member] } }),
    ],
    ['signs out', () => fixture.as('member').call(logout)],
  ])('ends while nothing happens, soon after its reader %s', async (_what, lose) => {
    const reader = follow('member', fixture.people.first.id)
    await reader.until((events) => events.length > 0)
    await lose()
    const timeout = pause(4_000, 'too late', { ref: false })
    expect(await Promise.race([reader.ended, timeout])).toBeUndefined()
  })

  test('ends when the server closes', async () => {
    const reader = follow('member', fixture.people.first.id)
    await reader.until((events) => events.length > 0)
    await fixture.app.close()
    await reader.ended
  })
})

describe('a stream of events', () => {
  test('ends when its reader may no longer read', async () => {
    let allowed = true
    const events = openEventStream({ stillAllowed: async () => allowed, recheckMs: 1, heartbeatMs: 1 })
    const text: string[] = []
    events.readable.on('data', (chunk: Buffer) => text.push(chunk.toString()))
    await events.send('run', { id: 'a' }, '7')
    allowed = false
    await new Promise((resolve) => events.readable.once('end', resolve))
    expect(text.join('')).toMatch(/^: open\n\n(:\n\n)*event: run\nid: 7\ndata: {"id":"a"}\n\n/)
    expect(await events.send('run', {})).toBe(false)
  })

  test("checks the reader's permission before an event, and withholds the event without it", async () => {
    const events = openEventStream({ stillAllowed: async () => false, freshMs: -1 })
    const text: string[] = []
    events.readable.on('data', (chunk: Buffer) => text.push(chunk.toString()))
    await events.send('run', { id: 'secret' })
    await new Promise((resolve) => events.readable.once('close', resolve))
    expect(text.join('')).toBe(': open\n\n')
  })

  test("stays open while the reader's permission cannot be checked", async () => {
    let asked = 0
    const events = openEventStream({
      recheckMs: 1,
      stillAllowed: async () => {
        asked += 1
        if (asked < 3) throw new Error('the database is away')
        return false
      },
    })
    events.readable.resume()
    await new Promise((resolve) => events.readable.once('end', resolve))
    expect(asked).toBe(3)
  })

  test('waits for a reader that does not read, and drops one that left', async () => {
    const events = openEventStream({ stillAllowed: async () => true })
    const sent = events.send('lines', { text: 'x'.repeat(1024 * 1024) })
    events.readable.destroy()
    expect(await sent).toBe(true)
    expect(events.signal.aborted).toBe(true)
  })
})

describe('the right to go on reading', () => {
  const memberNow = () => ({
    caller: {
      host: false,
      session: hashOfToken(String(fixture.people.tokens.member)),
    } as Caller,
    workspace: fixture.people.first.id,
  })

  async function memberWithAccessToken(): Promise<Caller> {
    const hash = hashOfToken(newAccessToken())
    await fixture.deps.database.insert(accessTokens).values({
      account_id: fixture.people.ids.member,
      name: 'reader',
      token_hash: hash,
      scope: 'read',
      expires_at: sql`now() + interval '1 day'`,
    })
    return { ...memberNow().caller, session: null, access_token: { hash, scope: 'read' } }
  }

  test('ends with the membership', async () => {
    const stillAllowed = createStillAllowed(fixture.deps.database, 90)
    const { caller, workspace } = memberNow()
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(true)
    expect(await stillAllowed(caller, fixture.people.second.id, 'run.read')).toBe(false)
    await fixture.deps.database.delete(members).where(eq(members.account_id, fixture.people.ids.member))
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(false)
  })

  test('is checked by one statement for all concurrent requests, with an answer for each', async () => {
    const stillAllowed = createStillAllowed(fixture.deps.database, 90)
    const { caller, workspace } = memberNow()
    const unknown = { ...caller, session: hashOfToken('nothing') }
    const query = vi.spyOn(fixture.deps.database.$client, 'query')
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => [
        stillAllowed(caller, workspace, 'run.read'),
        stillAllowed(unknown, workspace, 'run.read'),
        stillAllowed(caller, fixture.people.second.id, 'run.read'),
      ]).flat(),
    )
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked))
    query.mockRestore()
    expect(texts.filter((text) => text.includes('find_states'))).toHaveLength(1)
    expect(answers).toEqual(Array.from({ length: 300 }, () => [true, false, false]).flat())
  })

  test('ends with the session', async () => {
    const stillAllowed = createStillAllowed(fixture.deps.database, 90)
    const { caller, workspace } = memberNow()
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(true)
    await fixture.deps.database.delete(sessions).where(eq(sessions.account_id, fixture.people.ids.member))
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(false)
  })

  test('ends with the access token', async () => {
    const stillAllowed = createStillAllowed(fixture.deps.database, 90)
    const caller = await memberWithAccessToken()
    expect(await stillAllowed(caller, fixture.people.first.id, 'run.read')).toBe(true)
    expect(await stillAllowed(caller, fixture.people.second.id, 'run.read')).toBe(false)
    await fixture.deps.database.update(accessTokens).set({ revoked_at: sql`now()` })
    expect(await stillAllowed(caller, fixture.people.first.id, 'run.read')).toBe(false)
  })

  test('with an access token ends when its account counts as unused', async () => {
    const stillAllowed = createStillAllowed(fixture.deps.database, 90)
    const caller = await memberWithAccessToken()
    expect(await stillAllowed(caller, fixture.people.first.id, 'run.read')).toBe(true)
    const longAgo = sql`now() - interval '91 days'`
    await fixture.deps.database
      .update(accounts)
      .set({ created_at: longAgo, last_login_at: longAgo, unlocked_at: null })
      .where(eq(accounts.id, fixture.people.ids.member))
    expect(await stillAllowed(caller, fixture.people.first.id, 'run.read')).toBe(false)
  })
})
