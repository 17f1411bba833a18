import { setTimeout as pause } from 'node:timers/promises'
import { deleteAccounts } from '@podium/contract/accounts.ts'
import { logout } from '@podium/contract/auth.ts'
import { followRuns } from '@podium/contract/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { removeMembers } from '@podium/contract/workspaces.ts'
import { accessTokens, accounts, sessions } from '@podium/database/schema/accounts.ts'
import { members } from '@podium/database/schema/workspaces.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newAccessToken } from '../../http/access-token.ts'
import type { Caller } from '../../http/call.ts'
import { createStillAllowed } from '../../http/still-allowed.ts'
import { hashOfToken } from '../../http/tokens.ts'
import { openEventStream } from './events/event-stream.ts'
import { addStream, createRunStage, type RunStage } from './testing/run-stage.ts'
import { type SentEvent, sentEvents } from './testing/sent-events.ts'

let stage: RunStage
beforeEach(async () => {
  stage = await createRunStage()
})
afterEach(() => stage.close())

const follow = (role: 'member' | 'outsider', workspace_id: string) =>
  sentEvents(stage, followRuns, { query: { workspace_id }, role })
const statesOf = (events: SentEvent[], id: string) =>
  events
    .map(({ data }) => data as { id?: string; state?: string })
    .filter((run) => run.id === id)
    .map(({ state }) => state)

describe('following the runs of a workspace', () => {
  test('shows every change as it happens, of this workspace only', async () => {
    const reader = follow('member', stage.cast.first.id)
    const theirs = await addStream(stage, stage.cast.second.id, metadataForTests())
    await reader.until((events) => events.some(({ event }) => event === 'gap'))
    const foreign = await stage.startAs('outsider', theirs.stream)
    const id = await stage.start()
    await reader.until((events) => statesOf(events, id).includes('queued'))
    await stage.loop.tick()
    await reader.until((events) => statesOf(events, id).includes('starting'))
    stage.deps.engine.progress(stage.key(id), { fraction: 0.5, step: null, message: null })
    await stage.loop.tick()
    const events = await reader.until((all) => statesOf(all, id).includes('running'))
    expect(events.at(-1)).toMatchObject({
      event: 'run',
      data: { id, name: 'penguins-1', status: 'running', detail: 'Running.', progress: { fraction: 0.5 } },
    })
    expect(statesOf(await reader.leave(), foreign)).toEqual([])
  })

  test('is not for people of another workspace', async () => {
    const query = { workspace_id: stage.cast.first.id }
    const answer = await stage.as('outsider').ask(followRuns, { query })
    expect(answer.statusCode).toBe(404)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'is removed from the workspace',
      () =>
        stage.as('admin').call(removeMembers, {
          params: { id: stage.cast.first.id },
          body: { account_ids: [stage.cast.ids.member] },
        }),
    ],
    ['is deleted', () => stage.as('admin').call(deleteAccounts, { body: { ids: [stage.cast.ids.member] } })],
    ['signs out', () => stage.as('member').call(logout)],
  ])('ends while nothing happens, soon after its reader %s', async (_what, lose) => {
    const reader = follow('member', stage.cast.first.id)
    await reader.until((events) => events.length > 0)
    await lose()
    const tooLate = pause(4_000, 'too late', { ref: false })
    expect(await Promise.race([reader.ended, tooLate])).toBeUndefined()
  })

  test('ends when the server closes', async () => {
    const reader = follow('member', stage.cast.first.id)
    await reader.until((events) => events.length > 0)
    await stage.app.close()
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

  test('asks before an event whether its reader may still read, and keeps it back where not', async () => {
    const events = openEventStream({ stillAllowed: async () => false, freshMs: -1 })
    const text: string[] = []
    events.readable.on('data', (chunk: Buffer) => text.push(chunk.toString()))
    await events.send('run', { id: 'secret' })
    await new Promise((resolve) => events.readable.once('close', resolve))
    expect(text.join('')).toBe(': open\n\n')
  })

  test('stays open while nobody can say whether its reader may read', async () => {
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

  test('waits for a reader that does not read, and lets go of one that left', async () => {
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
      session: hashOfToken(String(stage.cast.tokens.member)),
    } as Caller,
    workspace: stage.cast.first.id,
  })

  async function memberWithAccessToken(): Promise<Caller> {
    const hash = hashOfToken(newAccessToken())
    await stage.deps.database.insert(accessTokens).values({
      account_id: stage.cast.ids.member,
      name: 'reader',
      token_hash: hash,
      scope: 'read',
      expires_at: sql`now() + interval '1 day'`,
    })
    return { ...memberNow().caller, session: null, access_token: { hash, scope: 'read' } }
  }

  test('ends with the membership', async () => {
    const stillAllowed = createStillAllowed(stage.deps.database, 90)
    const { caller, workspace } = memberNow()
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(true)
    expect(await stillAllowed(caller, stage.cast.second.id, 'run.read')).toBe(false)
    await stage.deps.database.delete(members).where(eq(members.account_id, stage.cast.ids.member))
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(false)
  })

  test('is asked for with one statement for all that ask at once, and each is told its own', async () => {
    const stillAllowed = createStillAllowed(stage.deps.database, 90)
    const { caller, workspace } = memberNow()
    const unknown = { ...caller, session: hashOfToken('nothing') }
    const query = vi.spyOn(stage.deps.database.$client, 'query')
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => [
        stillAllowed(caller, workspace, 'run.read'),
        stillAllowed(unknown, workspace, 'run.read'),
        stillAllowed(caller, stage.cast.second.id, 'run.read'),
      ]).flat(),
    )
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked))
    query.mockRestore()
    expect(texts.filter((text) => text.includes('find_standings'))).toHaveLength(1)
    expect(answers).toEqual(Array.from({ length: 300 }, () => [true, false, false]).flat())
  })

  test('ends with the session', async () => {
    const stillAllowed = createStillAllowed(stage.deps.database, 90)
    const { caller, workspace } = memberNow()
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(true)
    await stage.deps.database.delete(sessions).where(eq(sessions.account_id, stage.cast.ids.member))
    expect(await stillAllowed(caller, workspace, 'run.read')).toBe(false)
  })

  test('ends with the access token', async () => {
    const stillAllowed = createStillAllowed(stage.deps.database, 90)
    const caller = await memberWithAccessToken()
    expect(await stillAllowed(caller, stage.cast.first.id, 'run.read')).toBe(true)
    expect(await stillAllowed(caller, stage.cast.second.id, 'run.read')).toBe(false)
    await stage.deps.database.update(accessTokens).set({ revoked_at: sql`now()` })
    expect(await stillAllowed(caller, stage.cast.first.id, 'run.read')).toBe(false)
  })

  test('read with an access token ends when its account counts as unused', async () => {
    const stillAllowed = createStillAllowed(stage.deps.database, 90)
    const caller = await memberWithAccessToken()
    expect(await stillAllowed(caller, stage.cast.first.id, 'run.read')).toBe(true)
    const longAgo = sql`now() - interval '91 days'`
    await stage.deps.database
      .update(accounts)
      .set({ created_at: longAgo, last_login_at: longAgo, unlocked_at: null })
      .where(eq(accounts.id, stage.cast.ids.member))
    expect(await stillAllowed(caller, stage.cast.first.id, 'run.read')).toBe(false)
  })
})
