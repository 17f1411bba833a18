import { exportRuns, listRunNames, listRuns, listStreamsWithRuns } from '@podium/contract/calls/run-list.ts'
import { listOfNames } from '@podium/contract/rules/name-list.ts'
import { runStars, runs, runTags } from '@podium/database/schema/runs.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { inFirst } from '../../solutions/testing/seed.ts'
import { type InsertedStream, insertRun, insertStream } from '../../streams/testing/insert-stream.ts'

let podium: TestApp
let inserted: InsertedStream
let other: InsertedStream
const ids: string[] = []

/** Inserts six runs, one second apart; the tests call them 'a' to 'f'. */
beforeAll(async () => {
  podium = await createTestApp()
  inserted = await insertStream(podium)
  other = await insertStream(podium, 'manager')
  const { database, people } = { ...podium.deps, people: podium.people }
  const states = ['succeeded', 'failed', 'stopped', 'queued', 'succeeded', 'succeeded'] as const
  for (const [at, state] of states.entries())
    ids.push(await insertRun(podium, at < 4 ? inserted : other, state))
  const change = (at: number, values: Partial<typeof runs.$inferInsert>) =>
    database
      .update(runs)
      .set(values)
      .where(eq(runs.id, ids[at] ?? ''))
  const workspace_id = people.first.id
  await change(0, { name: 'a', metrics: { accuracy: 0.9, loss: 2 }, created_by: people.ids.developer })
  const odd = { 'recall (cat, dog)': 1, 'p>0.9': 2, 'a=b': 3, 'the "best"': 4 }
  await change(1, { name: 'b', metrics: { accuracy: 0.5, ...odd }, failure_key: 'k1', tier_asked: 'high' })
  await change(2, { name: 'c', metrics: { accuracy: 0.95 }, pipeline: 'inference', created_by: null })
  await change(3, { name: 'd' })
  await change(4, { name: 'e', started_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T00:01:00Z' })
  await change(5, { name: 'f', started_at: '2026-01-02T00:00:00Z', ended_at: '2026-01-02T00:00:10Z' })
  await database.insert(runTags).values([
    { run_id: ids[0] ?? '', workspace_id, tag: 'night' },
    { run_id: ids[0] ?? '', workspace_id, tag: 'best' },
    { run_id: ids[1] ?? '', workspace_id, tag: 'night' },
  ])
  await database.insert(runStars).values({ account_id: people.ids.member, run_id: ids[4] ?? '' })
  // with the columns that a start writes
  await database.execute(sql`
    insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, pipeline, state,
      tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, created_by, created_at)
    select workspace_id, solution_id, solution_version_id, instance_id, stream_id, 100 + n, (array['g', 'h', 'i'])[n],
      'train', 'succeeded', 'standard', 1, 1, (array[
        '{"train": {"epochs": 300, "kind": "adam"}}',
        '{"train": {"epochs": 40, "kind": "sgd"}, "load": {"epochs": 1, "model.lr": 0.5}}',
        '{"train": {"epochs": "3e2", "list": [1, 2], "none": null}}'])[n]::json,
      '[]', '{}', created_by, created_at + n * interval '1 second'
    from runs, generate_series(1, 3) n where id = ${ids[5]}::uuid`)
  return () => podium.close()
})

type Query = Record<string, unknown>

async function ask(query: Query, who: 'member' | 'developer' = 'member') {
  const found = await podium
    .as(who)
    .call(listRuns, { query: { ...inFirst, sort: 'created_at', page_size: 50, ...query } })
  return { ...found, names: found.stream_histories.map(({ name }) => name).join('') }
}

test.each<[Query, string]>([
  [{}, 'abcdefghi'],
  [{ state: 'failed,stopped' }, 'bc'],
  [{ state: ' queued ' }, 'd'],
  [{ pipeline: 'inference' }, 'c'],
  [{ person: 'developer' }, 'a'],
  [{ person: 'me' }, 'bdefghi'],
  [{ person: 'me,Developer' }, 'abdefghi'],
  [{ person: 'nobody-here' }, ''],
  [{ tier: 'high' }, 'b'],
  [{ tier: 'high,standard' }, 'abcdefghi'],
  [{ failure: 'k1' }, 'b'],
  [{ tag: 'night' }, 'ab'],
  [{ tag: ['night', 'best'] }, 'a'],
  [{ star: 'true' }, 'e'],
  [{ from: '2026-01-02' }, ''],
  [{ to: '2026-01-01' }, 'abcdefghi'],
  [{ version: 1 }, 'abcdefghi'],
  [{ version: 2 }, ''],
  [{ figure: 'accuracy>0.5' }, 'ac'],
  [{ figure: 'accuracy >= 0.5' }, 'abc'],
  [{ figure: 'accuracy=0.9' }, 'a'],
  [{ figure: 'accuracy!=0.9' }, 'bc'],
  [{ figure: ['accuracy>0.5', 'loss<3'] }, 'a'],
  [{ figure: 'accuracy>0.5', state: 'stopped' }, 'c'],
  [{ figure: 'recall (cat, dog)>0.5' }, 'b'],
  [{ figure: '"p>0.9" >= 2' }, 'b'],
  [{ figure: ['"a=b"=3', '"the ""best"""<5'] }, 'b'],
  [{ figure: '"p>0.9">2' }, ''],
  [{ sort: '-figure:p>0.9' }, 'bihgfedca'],
  [{ parameter: 'train.epochs=300' }, 'gi'],
  [{ parameter: 'train.epochs<300' }, 'h'],
  [{ parameter: 'train.kind=adam' }, 'g'],
  [{ parameter: 'train.kind!=adam' }, 'h'],
  [{ parameter: 'train.list=[1, 2]' }, 'i'],
  [{ parameter: 'epochs=300' }, 'gi'],
  [{ parameter: 'epochs<300' }, 'h'],
  [{ parameter: 'epochs!=1' }, 'ghi'],
  [{ parameter: ['epochs<300', 'kind=sgd'] }, 'h'],
  [{ parameter: 'model.lr=0.5' }, 'h'],
  [{ parameter: 'load.model.lr=0.5' }, 'h'],
  [{ parameter: 'lr=0.5' }, ''],
  [{ parameter: 'none-such!=1' }, ''],
  [{ sort: '-parameter:none-such' }, 'ihgfedcba'],
  [{ sort: '-figure:accuracy' }, 'cabihgfed'],
  [{ sort: 'figure:accuracy' }, 'bacihgfed'],
  [{ sort: 'figure:none' }, 'ihgfedcba'],
  [{ sort: 'duration' }, 'feihgdcba'],
  [{ sort: '-duration' }, 'efihgdcba'],
  [{ sort: '-started_at' }, 'feihgdcba'],
  [{ sort: '-name' }, 'ihgfedcba'],
])('%o', async (query, names) => {
  const found = await ask(query)
  expect(found.names).toBe(names)
  expect([found.total, found.total_is_capped, found.next_cursor]).toEqual([names.length, false, null])
})

test('filters by names of streams, solutions and versions', async () => {
  expect((await ask({ stream: other.stream.name })).names).toBe('efghi')
  expect((await ask({ solution: `${inserted.solution.name},${other.solution.name}` })).total).toBe(9)
  expect((await ask({ solution: inserted.solution.name, version: 1 })).names).toBe('abcd')
  expect((await ask({ solution: inserted.solution.name, version: 7 })).names).toBe('')
})

test.each([
  'created_at',
  '-name',
  'state',
  '-figure:accuracy',
  'parameter:train.epochs',
  'parameter:epochs',
  '-started_at',
  'duration',
])('pages by cursor and by number are those of the whole list, sorted by %s', async (sort) => {
  const whole = (await ask({ sort })).names
  let cursor: string | null | undefined
  let [byCursor, byNumber] = ['', '']
  for (let page = 1; page <= 5; page += 1) {
    const next = await ask({ sort, page_size: 2, ...(cursor && { cursor }) })
    byCursor += next.names
    cursor = next.next_cursor
    expect(next.total).toBe(9)
    byNumber += (await ask({ sort, page_size: 2, page })).names
  }
  expect([byCursor, byNumber, cursor]).toEqual([whole, whole, null])
})

test('offers parameters without their step for runs of one step, and exports them with it', async () => {
  const { parameters } = await podium.as('member').call(listRunNames, { query: inFirst })
  expect(parameters.map(({ name }) => name).sort()).toEqual(
    ['epochs', 'kind', 'list', 'load.epochs', 'load.model.lr', 'train.epochs', 'train.kind'].sort(),
  )
  const query = { ...inFirst, parameters: 'epochs,train.kind', parameter: 'kind=sgd' }
  const { body } = await podium.as('member').ask(exportRuns, { query })
  const [head = '', line = ''] = body.split(/\r?\n/)
  expect(head).toMatch(/,load\.epochs,train\.epochs,train\.kind$/)
  expect(line).toMatch(/,1,40,sgd$/)
})

test('filters by figures whatever characters their names contain', async () => {
  const names = ['recall (cat, dog)', 'p>0.9', 'a=b', 'the "best"']
  const { stream_histories } = await ask({ figures: listOfNames(names), sort: 'name' })
  expect(stream_histories.find(({ name }) => name === 'b')?.figures).toEqual({
    'recall (cat, dog)': 1,
    'p>0.9': 2,
    'a=b': 3,
    'the "best"': 4,
  })
})

test("returns figures, parameters and the caller's star with each run", async () => {
  const asked = { figures: 'accuracy,loss', parameters: 'train.epochs,train.kind', sort: 'name' }
  const { stream_histories } = await ask(asked)
  const named = Object.fromEntries(stream_histories.map((run) => [run.name, run]))
  expect(named.a).toMatchObject({
    figures: { accuracy: 0.9, loss: 2 },
    parameters: {},
    tags: ['best', 'night'],
  })
  expect(named.g?.parameters).toEqual({ 'train.epochs': 300, 'train.kind': 'adam' })
  const bare = await ask({ parameters: 'epochs,kind,model.lr', parameter: 'epochs>=0' })
  expect(bare.stream_histories.map(({ parameters }) => parameters)).toEqual([
    { epochs: 300, kind: 'adam' },
    { epochs: 1, kind: 'sgd', 'model.lr': 0.5 },
    { epochs: 300 },
  ])
  expect((await ask({ sort: 'parameter:epochs' })).names).toMatch(/^h(gi|ig)fedcba$/)
  const starred = async (who: 'member' | 'developer') =>
    (await ask({}, who)).stream_histories.filter(({ star }) => star).map(({ name }) => name)
  expect([await starred('member'), await starred('developer')]).toEqual([['e'], []])
})

test.each<[Query, string]>([
  [{ state: 'dead' }, "There is no state 'dead'. Write one or more of queued, starting"],
  [{ figure: 'accuracy' }, 'figure=accuracy cannot be read. Write a name, one of > >= < <= = !='],
  [{ figure: 'accuracy>high' }, 'such as figure=accuracy>0.9.'],
  [{ figure: 'accuracy>1e999' }, 'such as figure=accuracy>0.9.'],
  [{ parameter: 'train.kind>adam' }, 'such as parameter=train.epochs=300.'],
  [{ from: 'yesterday' }, 'from: Write a day like 2026-11-20'],
  [{ cursor: 'abc' }, 'This cursor belongs to another list.'],
  [
    { cursor: Buffer.from('{"sort":"created_at","has":true,"values":[1e20,"x"]}').toString('base64url') },
    'This cursor',
  ],
  [
    {
      sort: 'state',
      cursor: Buffer.from(
        JSON.stringify({
          sort: 'state',
          has: false,
          values: [1_700_000_000_000, '00000000-0000-4000-8000-000000000000'],
          total: 1,
          total_is_capped: false,
        }),
      ).toString('base64url'),
    },
    'This cursor belongs to another list.',
  ],
])('%o is refused with the right form', async (query, sentence) => {
  const answer = await podium
    .as('member')
    .ask(listRuns, { query: { ...inFirst, sort: 'created_at', ...query } })
  expect([answer.statusCode, answer.json().detail]).toEqual([422, expect.stringContaining(sentence)])
})

test('refuses a cursor of another order', async () => {
  const { next_cursor } = await ask({ page_size: 1 })
  const answer = await podium.as('member').ask(listRuns, { query: { ...inFirst, cursor: next_cursor ?? '' } })
  expect(answer.statusCode).toBe(422)
})

test.each<[Query, string[]]>([
  [{ figure: 'accuracy>0.8' }, ['staged']],
  [{ star: 'true' }, ['other']],
  [{ state: 'succeeded' }, ['other', 'staged']],
  [{ tag: 'none' }, []],
])('the streams with a run that matches %o, by instance', async (query, names) => {
  const called: Record<string, string> = { [inserted.stream.name]: 'staged', [other.stream.name]: 'other' }
  const { instances, total } = await podium
    .as('member')
    .call(listStreamsWithRuns, { query: { ...inFirst, sort: '-created_at', ...query } })
  expect(instances.flatMap(({ streams }) => streams.map(({ name }) => called[name]))).toEqual(names)
  expect(total).toBe(names.length)
})

test.each([
  ['NFD', 'NFC'],
  ['NFC', 'NFD'],
])('finds a run whose name is stored in %s by a search in %s', async (stored, asked) => {
  const called = (name: string) =>
    podium.deps.database.execute(sql`update runs set search_text = lower(${name}) where id = ${ids[0]}::uuid`)
  await called('Wärme 한글-1'.normalize(stored))
  expect((await ask({ q: 'WÄRME 한'.normalize(asked) })).stream_histories.map(({ name }) => name)).toEqual([
    'a',
  ])
  await called('a')
})

test('the search keeps those streams with a matching run whose instance it finds', async () => {
  const found = async (q: string) => {
    const query = { ...inFirst, state: 'succeeded', q }
    const { instances } = await podium.as('member').call(listStreamsWithRuns, { query })
    return instances.map(({ instance_name }) => instance_name)
  }
  expect(await found(other.instance.name)).toEqual([other.instance.name])
  expect(await found('no instance is called like this')).toEqual([])
})

test('checks each instance for a matching run if the filter matches many runs', async () => {
  await podium.deps.database.execute(sql`
    insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, pipeline, state,
      tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, created_at)
    select workspace_id, solution_id, solution_version_id, instance_id, stream_id, 1000 + n, 'many', 'train', 'running',
      'standard', 1, 1, '{}', '[]', '{}', created_at - interval '1 day'
    from runs, generate_series(1, 2001) n where id = ${ids[5]}::uuid`)
  const { instances, total } = await podium
    .as('member')
    .call(listStreamsWithRuns, { query: { ...inFirst, state: 'running' } })
  const names = instances.flatMap(({ streams }) => streams.map(({ name }) => name))
  expect([total, names]).toEqual([1, [other.stream.name]])
})
