import { listAudit } from '@podium/contract/calls/audit.ts'
import {
  listSolutions,
  rateSolution,
  readSolution,
  registerSolution,
} from '@podium/contract/calls/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Role } from '../../testing/test-people.ts'
import { freshName, inFirst, metadataNamed } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

async function register(name = freshName()): Promise<string> {
  const body = { metadata_json: metadataNamed(name) }
  return (await podium.as('member').call(registerSolution, { query: inFirst, body })).id
}

const rate = (role: Role, id: string, stars: number) =>
  podium.as(role).call(rateSolution, { params: { id }, body: { stars } })

test('each account rates once and may change its stars; everybody sees the mean and their own stars', async () => {
  const id = await register()
  const ratingFor = async (role: Role) =>
    (await podium.as(role).call(readSolution, { params: { id } })).rating
  expect(await ratingFor('member')).toEqual({ mean: 0, count: 0, own: null })
  expect(await rate('member', id, 2)).toEqual({ mean: 2, count: 1, own: 2 })
  expect(await rate('manager', id, 5)).toEqual({ mean: 3.5, count: 2, own: 5 })
  expect(await rate('admin', id, 5)).toEqual({ mean: 4, count: 3, own: 5 })
  expect(await rate('member', id, 5)).toEqual({ mean: 5, count: 3, own: 5 })
  expect(await ratingFor('developer')).toEqual({ mean: 5, count: 3, own: null })
  const { events } = await podium
    .as('manager')
    .call(listAudit, { query: { workspace_id: podium.people.first.id, object_id: id } })
  expect(events[0]).toMatchObject({
    action: 'solution.rate',
    actor_name: 'member',
    before: { stars: 2 },
    after: { stars: 5 },
  })
})

test('a rating changes neither the revision nor the time of change, so no edit becomes stale', async () => {
  const id = await register()
  const before = await podium.as('member').call(readSolution, { params: { id } })
  await rate('member', id, 4)
  expect(await podium.as('member').call(readSolution, { params: { id } })).toEqual({
    ...before,
    rating: { mean: 4, count: 1, own: 4 },
  })
})

test('counts each of several concurrent ratings', async () => {
  const id = await register()
  const roles: Role[] = ['admin', 'manager', 'developer', 'member']
  await Promise.all([...roles, ...roles].map((role) => rate(role, id, 3)))
  await Promise.all(roles.map((role, at) => rate(role, id, at + 1)))
  const { rating } = await podium.as('member').call(readSolution, { params: { id } })
  expect(rating).toEqual({ mean: 2.5, count: 4, own: 4 })
})

test('a list can be sorted by the mean', async () => {
  const word = freshName('sorted')
  const [low, none, high] = [
    await register(`${word}-l`),
    await register(`${word}-n`),
    await register(`${word}-h`),
  ]
  await rate('member', low, 1)
  await rate('member', high, 5)
  const sorted = async (sort: string) => {
    const query = { ...inFirst, q: word, sort }
    return (await podium.as('member').call(listSolutions, { query })).solutions.map((one) => one.id)
  }
  expect(await sorted('-rating')).toEqual([high, low, none])
  expect(await sorted('rating')).toEqual([none, low, high])
})

test.each([0, 6, 2.5, '5', null])('refuses %j stars', async (stars) => {
  const answer = await podium
    .as('member')
    .ask(rateSolution, { params: { id: await register() }, body: { stars } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toMatchObject([{ loc: ['body', 'stars'] }])
})

test('the person at the server cannot rate without an account, and the answer says so', async () => {
  const answer = await podium
    .as('host')
    .ask(rateSolution, { params: { id: await register() }, body: { stars: 3 } })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    403,
    'Commands on the server itself run without an account, and this call needs one. Sign in first.',
  ])
})
