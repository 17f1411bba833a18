import { readFile } from 'node:fs/promises'
import { login } from '@podium/contract/calls/auth.ts'
import { followRuns, stopRun } from '@podium/contract/calls/runs.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { StoreAway } from '@podium/storage/object-store.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { createRunFixture, type RunFixture } from '../domains/runs/testing/run-fixture.ts'
import { sentEvents } from '../domains/runs/testing/sent-events.ts'
import { serveMetrics } from './serve-metrics.ts'
import { scrape } from './testing/scrape.ts'

let podium: RunFixture
let storeAnswers = true
beforeAll(async () => {
  const store = createMemoryStore()
  const check = async () => {
    if (!storeAnswers) throw new StoreAway('The store does not answer.')
  }
  podium = await createRunFixture({ objects: { ...store, check } })
  return () => podium.close()
})

const read = () => scrape(podium.deps)

test('counts calls by operation and status with their duration, and refused sign-ins separately', async () => {
  const before = await read()
  expect(before.get('podium_sign_ins_failed_total')).toBe(0)
  await podium.as('anonymous').ask(login, { body: { login_id: 'kim', login_pw: 'wrong kettle' } })
  await podium.as('anonymous').ask(login, { body: { login_id: 'kim', login_pw: 'wrong again' } })
  await podium.as('member').send('GET', '/api/v1/nothing-of-ours/kim')
  const after = await read()
  expect(after.get('podium_calls_total{operation="login",status="401"}')).toBe(2)
  expect(after.get('podium_call_duration_seconds_count{operation="login"}')).toBe(2)
  expect(after.get('podium_call_duration_seconds_bucket{operation="login",le="+Inf"}')).toBe(2)
  expect(after.get('podium_calls_total{operation="console",status="404"}')).toBe(1)
  expect(after.get('podium_sign_ins_failed_total')).toBe(2)
})

test('reports live runs by state, and ended ones by outcome, wait and start-up', async () => {
  const [first, second] = [await podium.start(), await podium.start()]
  expect((await read()).get('podium_runs{state="queued"}')).toBe(2)
  expect((await read()).get('podium_run_longest_wait_seconds')).toBeGreaterThan(0)
  await podium.as('member').call(stopRun, { params: { id: second } })
  await podium.loop.tick()
  const starting = await read()
  expect(starting.get('podium_runs{state="starting"}')).toBe(1)
  expect(starting.get('podium_run_wait_seconds_count')).toBe(1)
  expect(starting.get('podium_run_startup_seconds_count')).toBe(0)
  podium.deps.engine.start(podium.key(first))
  await podium.loop.tick()
  expect((await read()).get('podium_run_startup_seconds_count')).toBe(1)
  podium.deps.engine.end(podium.key(first), { outcome: 'lost' })
  await podium.loop.tick()
  const ended = await read()
  const outcomes = ['succeeded', 'failed', 'stopped'].map((outcome) =>
    ended.get(`podium_runs_ended_total{outcome="${outcome}"}`),
  )
  expect(outcomes).toEqual([0, 1, 1])
  expect(ended.get('podium_runs{state="running"}')).toBe(0)
  expect(ended.get('podium_run_longest_wait_seconds')).toBe(0)
})

test('counts a live stream while its reader stays', async () => {
  const reader = sentEvents(podium, followRuns, { query: { workspace_id: podium.people.first.id } })
  await reader.until((events) => events.length > 0)
  expect((await read()).get('podium_live_streams')).toBe(1)
  await reader.leave()
  await waitFor(async () => expect((await read()).get('podium_live_streams')).toBe(0))
  const after = await read()
  expect(after.get('podium_calls_total{operation="followRuns",status="200"}')).toBe(1)
  expect(after.has('podium_call_duration_seconds_count{operation="followRuns"}')).toBe(false)
})

test('reports parts that do not answer as down, and the rest as before', async () => {
  podium.deps.engine.setDisk({ free: 3_000, total: 10_000, reserve: 500 })
  const well = await read()
  expect(well.get('podium_disk_free_bytes')).toBe(3_000)
  const parts = ['engine', 'store', 'database'].map((part) => `podium_${part}_up`)
  expect(parts.map((part) => well.get(part))).toEqual([1, 1, 1])
  const { engine } = podium.deps
  const refused = new Error('connect ECONNREFUSED 10.0.0.7:6443')
  const asked = [vi.spyOn(engine, 'capabilities'), vi.spyOn(engine, 'disk')] as const
  for (const spy of asked) spy.mockRejectedValue(refused)
  storeAnswers = false
  const away = await read()
  expect(parts.map((part) => away.get(part))).toEqual([0, 0, 1])
  expect(away.has('podium_disk_free_bytes')).toBe(false)
  expect(away.get('podium_runs{state="queued"}')).toBe(0)
  expect(away.get('podium_event_loop_delay_seconds')).toBeGreaterThanOrEqual(0)
  for (const spy of asked) spy.mockRestore()
  storeAnswers = true
})

test('reveals nothing about people or records, and answers simultaneous requests with one look-up', async () => {
  const capabilities = vi.spyOn(podium.deps.engine, 'capabilities')
  const { deps } = podium
  const served = await serveMetrics(deps, deps.metrics, { host: '127.0.0.1', port: 0 })
  const texts = await Promise.all([1, 2, 3].map(async () => (await fetch(served.url)).text()))
  expect(capabilities).toHaveBeenCalledTimes(1)
  for (const text of texts) {
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
    for (const name of ['kim', 'member', 'first-ws', podium.people.first.name])
      expect(text).not.toContain(name)
  }
  const elsewhere = await fetch(served.url.replace('/metrics', '/api/v1/openapi.json'))
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, 'Metrics are at /metrics.\n'])
  expect((await fetch(served.url, { method: 'POST' })).status).toBe(405)
  await served.close()
  capabilities.mockRestore()
})

test('documents each metric in a row of its page', async () => {
  const page = await readFile(new URL('../../../docs/operations/monitoring.md', import.meta.url), 'utf8')
  const names = [...(await read()).keys()].map((series) =>
    series.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, ''),
  )
  expect([...new Set(names)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
