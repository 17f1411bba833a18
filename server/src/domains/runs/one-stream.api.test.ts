import { setTimeout as pause } from 'node:timers/promises'
import { followRun, followRuns } from '@podium/contract/calls/runs.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import { removeMembers } from '@podium/contract/calls/workspaces.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from './testing/run-fixture.ts'
import { type SentEvent, sentEvents } from './testing/sent-events.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

const follow = (id: string, query: Record<string, string>, headers?: Record<string, string>) =>
  sentEvents(fixture, followRun, { params: { id }, query, ...(headers && { headers }) })
const textOf = (events: SentEvent[]) =>
  events
    .filter(({ event }) => event === 'lines')
    .map(({ data }) => (data as { text: string }).text)
    .join('')
const has = (name: string) => (events: SentEvent[]) => events.some(({ event }) => event === name)
const tellsOfOne =
  (id: string) =>
  ({ data }: SentEvent) =>
    (data as { id?: string }).id === id
const tellsOf = (id: string) => (events: SentEvent[]) => events.some(tellsOfOne(id))
const newestPosition = (events: SentEvent[]) =>
  events
    .filter(({ event }) => event === 'position')
    .map(({ data }) => (data as { after: string }).after)
    .at(-1) ?? ''
const namesOf = (events: SentEvent[]) => [...new Set(events.map(({ event }) => event))].sort()

async function running(): Promise<string> {
  const id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  return id
}
const write = (id: string, text: string) => fixture.deps.engine.log(fixture.key(id), 'process', text)

describe('following a run over one stream', () => {
  test('sends changes of the workspace, the log and the series, and the end of each', async () => {
    const id = await running()
    const reader = follow(id, { log_type: 'process', series: '1' })
    write(id, 'one\n')
    await reader.until((events) => textOf(events) === 'one\n' && has('series')(events))
    const other = await fixture.start()
    await reader.until(tellsOf(other))
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
    await reader.until((events) => has('log_end')(events) && has('series_end')(events))
    const third = await fixture.start()
    await reader.until(tellsOf(third))
    expect(namesOf(await reader.leave())).toEqual([
      'gap',
      'lines',
      'log_end',
      'position',
      'run',
      'series',
      'series_end',
    ])
  })

  test('sends the log and the series only on request', async () => {
    const id = await running()
    write(id, 'one\n')
    const reader = follow(id, {})
    const other = await fixture.start()
    await reader.until(tellsOf(other))
    expect(namesOf(await reader.leave())).toEqual(['gap', 'position', 'run'])
  })

  test('continues the log where it was when the stream is reopened with other parameters or was cut off', async () => {
    const id = await running()
    write(id, 'one\ntwo\n')
    const first = follow(id, { log_type: 'process' })
    const sent = await first.until((events) => textOf(events) === 'one\ntwo\n')
    const at = String(sent.findLast(({ event }) => event === 'lines')?.id)
    await first.leave()
    write(id, 'three\n')
    const anew = follow(id, { log_type: 'process', series: '1', from: at })
    const again = follow(id, { log_type: 'process', from: '0' }, { 'last-event-id': at })
    const both = [anew, again]
    for (const reader of both) await reader.until((events) => textOf(events) === 'three\n')
    write(id, 'four\n')
    for (const reader of both) {
      await reader.until((events) => textOf(events) === 'three\nfour\n')
      await reader.leave()
    }
  })

  test('sends each change once and no gap when the stream is reopened at a position', async () => {
    const id = await running()
    const first = follow(id, {})
    const told = await fixture.start()
    await first.until((events) => tellsOf(told)(events) && events.at(-1)?.event === 'position')
    const after = newestPosition(await first.leave())
    const missed = await fixture.start()
    const query = { after, workspace_id: fixture.people.first.id }
    const again = [follow(id, { after }), sentEvents(fixture, followRuns, { query })]
    for (const reader of again) {
      await reader.until(tellsOf(missed))
      const events = await reader.leave()
      expect(events.filter(tellsOfOne(told))).toEqual([])
      expect(namesOf(events)).not.toContain('gap')
    }
    const elsewhere = follow(id, { after: 'another-server.7' })
    expect((await elsewhere.until(has('gap')))[0]?.event).toBe('gap')
    await elsewhere.leave()
  })

  test('continues with the runs and retries the log when it cannot be read', async () => {
    const id = await running()
    const { engine } = fixture.deps
    const { openLog } = engine
    engine.openLog = async () => {
      throw new Error('The disk is away.')
    }
    write(id, 'one\n')
    const reader = follow(id, { log_type: 'process' })
    const other = await fixture.start()
    await reader.until(tellsOf(other))
    engine.openLog = openLog
    engine.progress(fixture.key(id), { fraction: 0.5, step: null, message: null })
    await fixture.loop.tick()
    await reader.until((events) => textOf(events) === 'one\n')
    expect((await reader.leave()).filter(({ event }) => event === 'gap')).toHaveLength(1)
  })

  test('continues with the runs of the workspace when the run is deleted', async () => {
    const id = await running()
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
    const reader = follow(id, { log_type: 'process', series: '1' })
    await reader.until(has('series_end'))
    await fixture.as('member').call(deleteStream, { params: { id } })
    const other = await fixture.start()
    await reader.until(tellsOf(other))
    await reader.leave()
    const answer = await fixture.as('member').ask(followRun, { params: { id } })
    expect(answer.statusCode).toBe(404)
  })

  test('refuses an unknown log type', async () => {
    const id = await running()
    const answer = await fixture.as('member').ask(followRun, { params: { id }, query: { log_type: 'x' } })
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: 'Unsupported log type.' }])
  })

  test('ends soon after its reader is removed from the workspace', async () => {
    const id = await running()
    const reader = follow(id, { log_type: 'process', series: '1' })
    await reader.until(has('series'))
    await fixture.as('admin').call(removeMembers, {
      params: { id: fixture.people.first.id },
      body: { account_ids: [fixture.people.ids.member] },
    })
    const timeout = pause(4_000, 'too late', { ref: false })
    expect(await Promise.race([reader.ended, timeout])).toBeUndefined()
  })
})
