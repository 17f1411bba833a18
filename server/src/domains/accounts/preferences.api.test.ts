import { readSession } from '@podium/contract/calls/auth.ts'
import { keepPreferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const DEFAULTS = {
  theme: 'light',
  density: 'comfortable',
  shortcuts: 'on',
  times: 'dates',
  solution_view: 'list',
  inference_view: 'streams',
  pinned_charts: [],
  bell: expect.arrayContaining(['run.failed', 'schedule.paused']),
  mail: [],
  muted: [],
}

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

test('applies a person’s choices wherever they sign in, and to nobody else', async () => {
  const read = (role: 'member' | 'manager' | 'host') => podium.as(role).call(readPreferences)
  expect(await read('member')).toEqual(DEFAULTS)
  const chosen = { solution_view: 'thumbnails' as const }
  expect(await podium.as('member').call(keepPreferences, { body: chosen })).toEqual({
    ...DEFAULTS,
    ...chosen,
  })
  expect(await podium.as('member').browser().call(readPreferences)).toEqual({ ...DEFAULTS, ...chosen })
  expect(await read('manager')).toEqual(DEFAULTS)
  expect(await read('host')).toEqual(DEFAULTS)
})

test('keeps choices that are not sent', async () => {
  await podium.as('developer').call(keepPreferences, { body: { solution_view: 'thumbnails' } })
  expect(await podium.as('developer').call(keepPreferences, { body: {} })).toEqual({
    ...DEFAULTS,
    solution_view: 'thumbnails',
  })
})

test('sends a person’s look with their next sign-in and with each of their sessions', async () => {
  const look = { theme: 'dark', density: 'compact', shortcuts: 'off', times: 'ages' } as const
  await podium.as('member').call(keepPreferences, { body: look })
  expect((await podium.as('member').call(readSession)).look).toEqual(look)
  expect((await podium.as('manager').call(readSession)).look).toEqual({
    theme: 'light',
    density: 'comfortable',
    shortcuts: 'on',
    times: 'dates',
  })
})

test('stores pinned charts as sent, beside the other choices, and a hundred at most', async () => {
  const pin = (at: number) => ({ solution: 'solution-1', chart: `loss ${at}` })
  const keep = (pinned_charts: unknown) =>
    podium.as('manager').ask(keepPreferences, { body: { pinned_charts } as never })
  const hundred = Array.from({ length: 100 }, (_, at) => pin(at))
  expect((await keep(hundred)).json()).toEqual({ ...DEFAULTS, pinned_charts: hundred })
  expect((await keep([...hundred, pin(100)])).statusCode).toBe(422)
  expect((await keep([{ solution: 'solution-1', chart: 'x'.repeat(251) }])).statusCode).toBe(422)
  expect(await podium.as('manager').call(readPreferences)).toEqual({ ...DEFAULTS, pinned_charts: hundred })
  expect((await keep([])).json()).toEqual(DEFAULTS)
})

test.each([
  { solution_view: 'mosaic' },
  { solution_view: null },
  { theme: 'sepia' },
  { density: 1 },
  { color: 'red' },
])('%j is refused and changes nothing', async (body) => {
  const before = await podium.as('loner').call(readPreferences)
  expect((await podium.as('loner').ask(keepPreferences, { body })).statusCode).toBe(422)
  expect(await podium.as('loner').call(readPreferences)).toEqual(before)
})

test('tells the person at the server that there is no account for choices', async () => {
  const answer = await podium.as('host').ask(keepPreferences, { body: { solution_view: 'list' } })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    403,
    'Commands on the server itself run without an account, and this call needs one. Sign in first.',
  ])
})
