import {
  checkSolution,
  listSolutions,
  readSolution,
  readVersion,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { trainOnly } from './testing/archive.ts'
import { freshName, inFirst, metadataNamed } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

const register = (name: string, who: 'member' | 'outsider' = 'member') =>
  podium.as(who).call(registerSolution, { query: inFirst, body: { metadata_json: metadataNamed(name) } })

const nextVersion = (id: string, name: string) =>
  podium.as('member').ask(registerVersion, { params: { id }, body: { metadata_json: metadataNamed(name) } })

test('a registration returns the fields that existing clients read', async () => {
  const name = freshName()
  const { first, ids } = podium.people
  const registered = await register(name)
  expect(registered).toEqual({
    id: expect.any(String),
    name,
    scope_ws: 'first-ws',
    workspace_id: first.id,
    workspace_name: 'first-ws',
    versions: [
      {
        id: expect.any(String),
        solution_id: registered.id,
        version: 1,
        version_num: 1,
        pipelines: ['train', 'inference'],
        size: 0,
        created_by: 'The member',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ],
    warnings: [],
    without_effect: [],
  })
  expect(ids.member).toBeTruthy()
})

test('accepts bodies of older clients: by workspace name, with scope_ws, with any content type', async () => {
  const name = freshName()
  const url = '/api/v1/solutions?workspace_name=first'
  const body = JSON.stringify({ metadata_json: metadataNamed(name), scope_ws: 'first-ws' })
  const first = await podium.as('member').send('POST', url, body, { 'content-type': 'text/plain' })
  expect(first.statusCode).toBe(200)
  const { id } = first.json()
  const again = `/api/v1/solutions/${id}/version?solution_id=${id}&workspace_id=${podium.people.first.id}`
  const second = await podium.as('member').send('POST', again, body)
  expect(second.json()).toMatchObject({
    id,
    scope_ws: 'first-ws',
    versions: [{ version: 2, version_num: 2 }],
  })
  const list = await podium
    .as('member')
    .send('GET', '/api/v1/solutions/workspace?workspace_name=first-ws&only_public=0&page_size=100')
  const [newest] = list.json().solutions
  expect(newest).toMatchObject({ id, name, solution_name: name, version_count: 2 })
  expect(newest.versions.map((version: { version: number }) => version.version)).toEqual([2, 1])
})

test('a list pages, sorts ignoring case, searches and counts', async () => {
  const word = freshName('list')
  for (const name of [`${word}-b`, `${word}-A`, `${word}-C`]) await register(name)
  const list = (query: object) =>
    podium.as('member').call(listSolutions, { query: { ...inFirst, q: word.toUpperCase(), ...query } })
  const byName = await list({ sort: 'name' })
  expect(byName.solutions.map((one) => one.name)).toEqual([`${word}-A`, `${word}-b`, `${word}-C`])
  expect(byName.total).toBe(3)
  const page = await list({ sort: '-name', page: 2, page_size: 2 })
  expect(page.solutions.map((one) => one.name)).toEqual([`${word}-A`])
  expect(page.total).toBe(3)
  const newestFirst = await list({ sort: '-seq' })
  const seqs = newestFirst.solutions.map((one) => one.seq)
  expect(seqs).toEqual([...seqs].sort((a, b) => b - a))
  expect((await list({ q: '%' })).total).toBe(0)
  expect(byName.solutions[0]).toMatchObject({
    overview: trainOnly.description.overview,
    run_count: 0,
    revision: 1,
  })
})

test('a list has the newest 100 versions of each solution and counts all', {
  tags: ['long'],
}, async () => {
  const name = freshName('many')
  const { id } = await register(name)
  const answers = await Promise.all(Array.from({ length: 100 }, () => nextVersion(id, name)))
  const numbers = answers.map((answer) => answer.json().versions?.[0].version_num)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 2))
  const { solutions } = await podium.as('member').call(listSolutions, { query: { ...inFirst, q: name } })
  expect(solutions[0]?.version_count).toBe(101)
  expect(solutions[0]?.versions.map((one) => one.version_num)).toEqual(
    Array.from({ length: 100 }, (_, n) => 101 - n),
  )
})

test('one of a hundred registrations of one name succeeds, and only its number is used', {
  tags: ['long'],
}, async () => {
  const name = freshName('race')
  const before = await register(freshName())
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      podium.as('member').ask(registerSolution, {
        query: inFirst,
        body: { metadata_json: metadataNamed(n % 2 ? name : name.toUpperCase()) },
      }),
    ),
  )
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  const refused = answers.filter((answer) => answer.statusCode === 400)
  expect(refused).toHaveLength(99)
  expect(refused[0]?.json().detail).toMatch(
    /^A solution named race-\d+ already exists in this workspace\. Choose another name, or register a new version of it\.$/i,
  )
  const seqOf = async (id: string) => (await podium.as('member').call(readSolution, { params: { id } })).seq
  const won = answers.find((answer) => answer.statusCode === 200)?.json()
  const after = await register(freshName())
  expect(await seqOf(won.id)).toBe((await seqOf(before.id)) + 1)
  expect(await seqOf(after.id)).toBe((await seqOf(before.id)) + 2)
})

test('a new version must keep the name', async () => {
  const name = freshName()
  const { id } = await register(name)
  const answer = await nextVersion(id, 'other')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toBe(
    `The metadata has the name other, but this solution is named ${name}. The name of a solution cannot change.`,
  )
})

const bad: [what: string, metadata: object, sentence: RegExp][] = [
  ['no name', { pipeline: [{ type: 'train' }] }, /^name: The name of the solution is missing\.$/],
  ['no pipeline', { name: 'x-y' }, /^pipeline: The list of pipelines is missing\.$/],
  [
    'a name with blanks',
    { name: 'x y', pipeline: [{ type: 'train' }] },
    /^name: Use letters, digits and hyphens/,
  ],
  ['a pipeline of no type', { name: 'x-y', pipeline: [{}] }, /^pipeline\[0\]\.type: /],
]

test.each(bad)('refuses metadata with %s with a sentence', async (_, metadata, sentence) => {
  const answer = await podium
    .as('member')
    .ask(registerSolution, { query: inFirst, body: { metadata_json: metadata } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toMatch(sentence)
})

test('registers with a warning if the solution cannot run here', async () => {
  const metadata = { name: freshName(), pipeline: [{ type: 'train' }] }
  const answer = await podium
    .as('member')
    .call(registerSolution, { query: inFirst, body: { metadata_json: metadata } })
  expect(answer.warnings).toEqual([expect.stringContaining('names neither a command nor a container')])
})

test('stores metadata as it was sent', async () => {
  const name = freshName()
  const sent = { zeta: 1, ...metadataNamed(name), alpha: { unknown: [1.5, null, ''] } }
  const { id } = await podium
    .as('member')
    .call(registerSolution, { query: inFirst, body: { metadata_json: sent } })
  const version = await podium.as('member').call(readVersion, { params: { id, n: 1 } })
  expect(JSON.stringify(version.metadata_json)).toBe(JSON.stringify(sent))
  expect(version.in_use).toBe(false)
  const missing = await podium.as('member').ask(readVersion, { params: { id, n: 2 } })
  expect(missing.statusCode).toBe(404)
})

test('a name check finds a taken name, ignoring case', async () => {
  const name = freshName('taken')
  const { id } = await register(name)
  const check = (asked: string) =>
    podium.as('member').call(checkSolution, { query: { ...inFirst, name: asked } })
  expect(await check(name.toUpperCase())).toEqual({ duplicate: true, solution_id: id })
  expect(await check(`${name}-other`)).toEqual({ duplicate: false, solution_id: null })
})

test("answers 404 for another workspace's solution", async () => {
  const { id } = await register(freshName())
  const missing = '00000000-0000-4000-8000-000000000000'
  for (const route of [readSolution, registerVersion] as const) {
    const body = route === registerVersion ? { metadata_json: metadataNamed('x-y') } : undefined
    const ask = (asked: string) => podium.as('outsider').ask(route, { params: { id: asked }, body })
    const [foreign, none, odd] = await Promise.all([ask(id), ask(missing), ask('7')])
    expect(foreign.statusCode).toBe(404)
    expect(none.body).toBe(foreign.body)
    expect(odd.body).toBe(foreign.body)
  }
  const listed = await podium.as('outsider').ask(listSolutions, { query: inFirst })
  expect(listed.statusCode).toBe(404)
})
