import { readRun, startRun } from '@podium/contract/calls/runs.ts'
import {
  deleteVersion,
  editSolution,
  listSolutions,
  readSolution,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import { createStream, deleteStream } from '@podium/contract/calls/streams.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects } from '../../testing/test-objects.ts'
import type { Role } from '../../testing/test-people.ts'
import { freshName, inFirst } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

const metadata = (name: string, types: string[], description?: unknown) => ({
  name,
  ...(description !== undefined && { description }),
  pipeline: types.map((type) => ({ type })),
})

async function register(types: string[], description?: unknown, role: Role = 'member', name = freshName()) {
  const body = { metadata_json: metadata(name, types, description) }
  const { id } = await podium.as(role).call(registerSolution, { query: inFirst, body })
  return { id, name }
}

async function addVersion(id: string, metadata_json: Record<string, unknown>): Promise<string> {
  const { versions } = await podium
    .as('member')
    .call(registerVersion, { params: { id }, body: { metadata_json } })
  return versions[0]?.id ?? ''
}

async function addStream(instance_id: string, name: string): Promise<string> {
  const body = { instance_id, name }
  return (await podium.as('member').call(createStream, { query: inFirst, body })).id
}

async function found(query: object, role: Role = 'member') {
  const { solutions, total } = await podium
    .as(role)
    .call(listSolutions, { query: { ...inFirst, page_size: 1000, sort: 'seq', ...query } })
  expect(total).toBe(solutions.length)
  return solutions.map((solution) => solution.id)
}

test('a search covers name, title and overview of the newest version, ignoring case', async () => {
  const { id, name } = await register(['train'], {
    title: 'Weld Seams',
    overview: 'Finds CRACKS in 100% of_cases.',
  })
  for (const q of ['weld SEAMS', 'cracks in', name.toUpperCase(), '100% of_'])
    expect(await found({ q })).toEqual([id])
  expect(await found({ q: '100_ of' })).toEqual([])
  await addVersion(id, metadata(name, ['train'], 'Only a text about Ünder.'))
  expect(await found({ q: 'cracks in' })).toEqual([])
  expect(await found({ q: 'text about' })).toEqual([id])
})

test('pipelines are those of the newest version after new versions, edits and deletions', async () => {
  const word = freshName('piped')
  const both = await register(['train', 'inference'], undefined, 'member', `${word}-both`)
  const one = await register(['train'], undefined, 'member', `${word}-one`)
  const having = async (pipeline: string) => found({ q: word, pipeline })
  expect(await having('train')).toEqual([both.id, one.id])
  expect(await having('inference')).toEqual([both.id])
  const version = await addVersion(one.id, metadata(one.name, ['inference']))
  expect([await having('train'), await having('inference')]).toEqual([[both.id], [both.id, one.id]])
  const edited = metadata(one.name, ['inference', 'train'], 'Edited words.')
  await podium.as('member').call(editSolution, { params: { id: one.id }, body: { metadata_json: edited } })
  expect(await having('train')).toEqual([both.id, one.id])
  expect(await found({ q: 'edited WORDS' })).toEqual([one.id])
  await podium.as('member').call(deleteVersion, { params: { id: version } })
  expect([await having('train'), await having('inference')]).toEqual([[both.id, one.id], [both.id]])
  expect(await found({ q: 'edited words' })).toEqual([])
})

test('the filter `mine` finds solutions that the caller registered, whoever registered later versions', async () => {
  const word = freshName('whose')
  const own = await register(['train'], undefined, 'member', `${word}-m`)
  const other = await register(['train'], undefined, 'developer', `${word}-d`)
  const host = await register(['train'], undefined, 'host', `${word}-h`)
  await addVersion(other.id, metadata(other.name, ['train']))
  expect(await found({ q: word, mine: '1' })).toEqual([own.id])
  expect(await found({ q: word, mine: '1' }, 'developer')).toEqual([other.id])
  expect(await found({ q: word, mine: '1' }, 'host')).toEqual([host.id])
  expect(await found({ q: word })).toEqual([own.id, other.id, host.id])
})

test('the state is that of the newest run as runs start, change and are deleted', async () => {
  const { people, deps } = podium
  const made = await makeObjects(deps.database, people.first.id, people.ids.manager)
  const other = await makeObjects(deps.database, people.first.id, people.ids.manager)
  await deps.database.execute(sql`update runs set state = 'failed'`)
  expect(await found({ state: 'failed' })).toEqual([made.solution, other.solution])
  const stream = await addStream(made.instance, 'fresh')
  const start = () => podium.as('member').call(startRun, { params: { id: stream }, body: {} })
  const [one, two] = [await start(), await start()]
  expect(await found({ state: 'queued' })).toEqual([made.solution])
  expect(await found({ state: 'failed' })).toEqual([other.solution])
  const move = (id: string, state: string) =>
    deps.database.execute(sql`update runs set state = ${state}, ended_at = now() where id = ${id}::uuid`)
  await move(one.id, 'succeeded')
  expect(await found({ state: 'succeeded' })).toEqual([])
  await move(two.id, 'stopped')
  expect(await found({ state: 'stopped' })).toEqual([made.solution])
  const [listed] = (
    await podium.as('member').call(listSolutions, { query: { ...inFirst, state: 'stopped' } })
  ).solutions
  const run = await podium.as('member').call(readRun, { params: { id: two.id } })
  expect(listed).toMatchObject({ last_run_state: 'stopped', last_run_at: run.created_at, run_count: 3 })
  await podium.as('manager').call(deleteStream, { params: { id: two.id } })
  expect(await found({ state: 'succeeded' })).toEqual([made.solution])
  await podium.as('manager').call(deleteStream, { params: { id: stream } })
  expect(await found({ state: 'failed' })).toEqual([made.solution, other.solution])
  await podium.as('manager').call(deleteStream, { params: { id: made.stream } })
  expect(await found({ state: 'failed' })).toEqual([other.solution])
  const last = await podium.as('member').call(readSolution, { params: { id: made.solution } })
  expect(last).toMatchObject({ last_run_state: null, last_run_at: null, run_count: 0 })
})

test('concurrent starts of one solution record the newest run', async () => {
  const { people, deps } = podium
  const made = await makeObjects(deps.database, people.first.id, people.ids.manager)
  const streams = await Promise.all(
    Array.from({ length: 8 }, (_, at) => addStream(made.instance, `stream ${at}`)),
  )
  await Promise.all(streams.map((id) => podium.as('member').call(startRun, { params: { id }, body: {} })))
  await deps.database.execute(sql`
    update runs set state = case when number = 1 and id = (
      select id from runs where solution_id = ${made.solution}::uuid order by created_at desc, id desc limit 1
    ) then 'running' else 'stopped' end, ended_at = now() where solution_id = ${made.solution}::uuid`)
  expect(await found({ state: 'running' })).toEqual([made.solution])
})

test('filters and search can be combined, page by page', async () => {
  const word = freshName('many')
  const ids: string[] = []
  for (let at = 0; at < 5; at += 1)
    ids.push((await register(['train'], { overview: `About ${word}.` }, 'member', `p-${word}-${at}`)).id)
  await register(['inference'], undefined, 'member', `q-${word}`)
  await register(['train'], undefined, 'developer', `r-${word}`)
  const query = { ...inFirst, q: word, pipeline: 'train', mine: '1', sort: 'name', page: 2, page_size: 2 }
  const { solutions, total } = await podium.as('member').call(listSolutions, { query })
  expect([solutions.map((one) => one.id), total]).toEqual([ids.slice(2, 4), 5])
})

test.each(['pipeline=predict', 'mine=yes', 'state=training', 'sort=overview', 'page=0'])(
  'refuses %s by its name',
  async (query) => {
    const answer = await podium
      .as('member')
      .send('GET', `/api/v1/solutions/workspace?workspace_name=first&${query}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatchObject([{ loc: ['query', query.split('=')[0]] }])
  },
)
