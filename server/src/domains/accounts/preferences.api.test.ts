import { keepPreferences, readPreferences } from '@podium/contract/preferences.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
})
afterAll(() => podium.close())

test('what a person chose is theirs wherever they sign in, and nobody else’s', async () => {
  const read = (role: 'member' | 'manager' | 'host') => podium.as(role).call(readPreferences)
  expect(await read('member')).toEqual({ solution_view: 'list' })
  const chosen = { solution_view: 'thumbnails' as const }
  expect(await podium.as('member').call(keepPreferences, { body: chosen })).toEqual(chosen)
  expect(await podium.as('member').browser().call(readPreferences)).toEqual(chosen)
  expect(await read('manager')).toEqual({ solution_view: 'list' })
  expect(await read('host')).toEqual({ solution_view: 'list' })
})

test('what is not sent stays as it was', async () => {
  await podium.as('developer').call(keepPreferences, { body: { solution_view: 'thumbnails' } })
  expect(await podium.as('developer').call(keepPreferences, { body: {} })).toEqual({
    solution_view: 'thumbnails',
  })
})

test.each([{ solution_view: 'mosaic' }, { solution_view: null }, { color: 'red' }])(
  '%j is refused and changes nothing',
  async (body) => {
    const before = await podium.as('loner').call(readPreferences)
    expect((await podium.as('loner').ask(keepPreferences, { body })).statusCode).toBe(422)
    expect(await podium.as('loner').call(readPreferences)).toEqual(before)
  },
)

test('the person at the server has no account to keep a choice with, and is told', async () => {
  const answer = await podium.as('host').ask(keepPreferences, { body: { solution_view: 'list' } })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    403,
    'This belongs to an account, and the person at the server has none. Sign in with an account first.',
  ])
})
