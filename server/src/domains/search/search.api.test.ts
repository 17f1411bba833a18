import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { saveRunView } from '@podium/contract/calls/run-list.ts'
import { MAX_FOUND, SEARCH_KINDS, type SearchKind, search } from '@podium/contract/calls/search.ts'
import type { QueryOf, ReplyOf } from '@podium/contract/wire/call.ts'
import { dataSets } from '@podium/database/schema/data-sets.ts'
import { modelAliases, runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, streams } from '@podium/database/schema/solutions.ts'
import { members, workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects } from '../../testing/test-objects.ts'
import type { Player } from '../../testing/test-people.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

let seq = 0

/** Inserts one object of each kind with that name, with a model; later ones are newer. */
async function insertAll(workspace_id: string, name: string, account: Player) {
  const { database } = podium.deps
  const ids = await makeObjects(database, workspace_id, podium.people.ids[account])
  seq += 1
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, seq)).toISOString()
  const [updated_at, search_text] = [at, name.toLowerCase()]
  await database
    .update(solutions)
    .set({ name, updated_at, search_text })
    .where(eq(solutions.id, ids.solution))
  await database.update(instances).set({ name, updated_at }).where(eq(instances.id, ids.instance))
  await database.update(streams).set({ name, updated_at }).where(eq(streams.id, ids.stream))
  await database.update(dataSets).set({ name, updated_at }).where(eq(dataSets.id, ids.data_set))
  await database.update(runs).set({ name, created_at: at, search_text }).where(eq(runs.id, ids.run))
  return ids
}

type Groups = ReplyOf<typeof search>['groups']
type Asked = Partial<QueryOf<typeof search>>

async function find(q: string, who: Player = 'member', query: Asked = {}): Promise<Groups> {
  const found = await podium
    .as(who)
    .call(search, { query: { workspace_id: podium.people.first.id, ...query, q } })
  return found.groups
}

const namesOf = (groups: Groups, kind: SearchKind) =>
  groups.find((group) => group.kind === kind)?.found.map(({ name }) => name) ?? []

test('finds every kind by a part of its name, with details that distinguish it', async () => {
  const { first } = podium.people
  const { solution, run, instance, stream, data_set } = await insertAll(first.id, 'Weld-Seam', 'member')
  await podium.as('member').call(saveRunView, {
    query: { workspace_id: first.id },
    body: { name: 'Old welds', address: 'state=failed', shared: true },
  })
  await podium.deps.database
    .insert(modelAliases)
    .values({ solution_id: solution, name: 'champion', run_id: run })
  const place = { workspace_id: first.id, workspace_name: 'first' }
  const plain = { detail: '', state: null, address: '', ...place }
  expect(await find('weld')).toEqual([
    {
      kind: 'run',
      more: false,
      found: [{ ...plain, id: run, name: 'Weld-Seam', detail: 'Weld-Seam', state: 'succeeded' }],
    },
    {
      kind: 'solution',
      more: false,
      found: [{ ...plain, id: solution, name: 'Weld-Seam', detail: 'v 1' }],
    },
    {
      kind: 'instance',
      more: false,
      found: [{ ...plain, id: instance, name: 'Weld-Seam', detail: 'Weld-Seam' }],
    },
    {
      kind: 'stream',
      more: false,
      found: [{ ...plain, id: stream, name: 'Weld-Seam', detail: 'Weld-Seam' }],
    },
    {
      kind: 'model',
      more: false,
      found: [{ ...plain, id: run, name: 'Weld-Seam v 1.1', detail: 'champion' }],
    },
    {
      kind: 'data-set',
      more: false,
      found: [{ ...plain, id: data_set, name: 'Weld-Seam', detail: 'v 1' }],
    },
    {
      kind: 'run-view',
      more: false,
      found: [
        {
          ...plain,
          id: expect.any(String),
          name: 'Old welds',
          detail: 'The member',
          address: 'state=failed',
        },
      ],
    },
  ])
  expect(namesOf(await find('champ'), 'model')).toEqual(['Weld-Seam v 1.1'])
  expect(namesOf(await find('weld-seam v 1.'), 'model')).toEqual(['Weld-Seam v 1.1'])
  expect(namesOf(await find('weld-seam v 2'), 'model')).toEqual([])
  expect(namesOf(await find('fir'), 'workspace')).toEqual(['first'])
})

test('puts the current workspace first, then the caller’s others, each with its name', async () => {
  const { first, second, ids } = podium.people
  await insertAll(first.id, 'bearing-here', 'manager')
  await insertAll(second.id, 'bearing', 'outsider')
  await podium.deps.database
    .insert(members)
    .values({ workspace_id: second.id, account_id: ids.manager, role: 'MEMBER' })
  const placed = async (workspace_id: string) =>
    (await find('bearing', 'manager', { workspace_id })).map(({ kind, found }) => [
      kind,
      ...found.map(({ workspace_name }) => workspace_name),
    ])
  const everyKind = ['run', 'solution', 'instance', 'stream', 'model', 'data-set']
  expect(await placed(first.id)).toEqual(everyKind.map((kind) => [kind, 'first', 'second']))
  expect(await placed(second.id)).toEqual(everyKind.map((kind) => [kind, 'second', 'first']))
  // a person who left the workspace finds nothing of it any more
  await podium.deps.database.delete(members).where(eq(members.account_id, ids.manager))
  await podium.deps.database
    .insert(members)
    .values({ workspace_id: first.id, account_id: ids.manager, role: 'MANAGER' })
  expect(await placed(first.id)).toEqual(everyKind.map((kind) => [kind, 'first']))
})

test('ranks exact names before prefixes and prefixes before other matches, newest first', async () => {
  const { first } = podium.people
  for (const name of ['pump', 'pump-old', 'my-pump', 'pump-new', 'other-pump'])
    await insertAll(first.id, name, 'member')
  const wanted = ['pump', 'pump-new', 'pump-old', 'other-pump', 'my-pump']
  const groups = await find('PUMP')
  for (const kind of ['run', 'solution', 'instance', 'stream', 'data-set'] as const)
    expect(namesOf(groups, kind)).toEqual(wanted)
  expect(groups.map(({ more }) => more)).toEqual(groups.map(() => false))
  await insertAll(first.id, 'pump-sixth', 'member')
  const more = await find('pump')
  expect(more.map((group) => [group.more, group.found.length])).toEqual(more.map(() => [true, MAX_FOUND]))
})

test('finds a run by its exact name among hundreds of newer ones with that prefix', async () => {
  await insertCrowd('crowd-1')
  expect(namesOf(await find('crowd-1'), 'run')[0]).toBe('crowd-1')
})

test('finds a model by its whole number among hundreds of newer ones of its stream', async () => {
  await insertCrowd('throng')
  expect(namesOf(await find('throng v 1.2'), 'model')).toContain('throng v 1.2')
  expect(namesOf(await find('throng v 1'), 'model')[0]).toBe('throng v 1.300')
  expect(namesOf(await find('throng v 2'), 'model')).toEqual([])
  expect(namesOf(await find(`throng v 1.${'9'.repeat(20)}`), 'model')).toEqual([])
})

/** Inserts all objects of that name, and on its stream hundreds of newer runs with models and longer names. */
async function insertCrowd(name: string) {
  const { stream, instance, solution, version } = await insertAll(podium.people.first.id, name, 'member')
  const values = Array.from({ length: 299 }, (_, at) => ({
    workspace_id: podium.people.first.id,
    stream_id: stream,
    instance_id: instance,
    solution_id: solution,
    solution_version_id: version,
    number: at + 2,
    model_number: at + 2,
    created_at: new Date(Date.UTC(2026, 1, 1, 0, 0, at)).toISOString(),
    name: `${name}${at}`,
    search_text: `${name}${at}`,
    pipeline: 'train' as const,
    tier_asked: 'standard',
    asked_cpu: 1,
    asked_memory_mib: 1,
    parameters: {},
    dataset_uri: [],
    metadata_json: {},
  }))
  await podium.deps.database.insert(runs).values(values)
}

test('shows nothing of a stranger’s, which does not affect the answer either', async () => {
  const { first, second } = podium.people
  await insertAll(first.id, 'shared-word', 'member')
  const before = await Promise.all(['shared', 'secret', 'sh', 's'].map((q) => find(q)))
  for (let at = 0; at < 10; at += 1) await insertAll(second.id, `shared-secret-${at}`, 'outsider')
  await podium.deps.database.update(workspaces).set({ name: 'secret-ws' }).where(eq(workspaces.id, second.id))
  expect(await Promise.all(['shared', 'secret', 'sh', 's'].map((q) => find(q)))).toEqual(before)
  const whole = JSON.stringify(await Promise.all(['e', 'secret', second.id].map((q) => find(q))))
  expect(whole).not.toContain('shared-secret')
  expect(whole).not.toContain(second.id)
  // a private view is for its maker only; an administrator finds everything else
  const query = { workspace_id: first.id }
  await podium
    .as('member')
    .call(saveRunView, { query, body: { name: 'private-view', address: '', shared: false } })
  expect(namesOf(await find('private-view'), 'run-view')).toEqual(['private-view'])
  expect(await find('private-view', 'developer')).toEqual([])
  expect(namesOf(await find('private-view', 'admin'), 'run-view')).toEqual([])
  expect(namesOf(await find('secret', 'admin'), 'workspace')).toEqual(['secret'])
  expect(namesOf(await find('shared-secret', 'admin'), 'solution')).toHaveLength(MAX_FOUND)
})

test('treats a stranger’s workspace as missing', async () => {
  const { second } = podium.people
  for (const workspace_id of [second.id, '00000000-0000-4000-8000-000000000000']) {
    const answer = await podium.as('member').ask(search, { query: { workspace_id, q: 'a' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { detail: 'There is nothing here that you may see.' },
    ])
  }
})

test('finds accounts for administrators only, and deleted ones for nobody', async () => {
  expect(namesOf(await find('loner', 'admin'), 'account')).toEqual(['The loner'])
  for (const who of ['manager', 'developer', 'member'] as const) expect(await find('loner', who)).toEqual([])
  await podium.as('admin').call(deleteAccounts, { body: { ids: [podium.people.ids.loner] } })
  expect(await find('loner', 'admin')).toEqual([])
})

test('does not find deleted objects', async () => {
  const { solution, data_set } = await insertAll(podium.people.first.id, 'short-lived', 'member')
  expect((await find('short-lived')).length).toBe(6)
  await podium.deps.database.delete(solutions).where(eq(solutions.id, solution))
  await podium.deps.database.delete(dataSets).where(eq(dataSets.id, data_set))
  expect(await find('short-lived')).toEqual([])
})

test.each(['%', '_', '\\', '100%', 'a_b', 'a\\b', "'"])('%s is found literally', async (text) => {
  const name = `odd ${text} name`
  await insertAll(podium.people.first.id, name, 'member')
  const groups = await find(text)
  for (const kind of ['run', 'solution', 'instance', 'stream'] as const)
    for (const found of namesOf(groups, kind)) expect(found).toContain(text)
  expect(namesOf(groups, 'run')).toContain(name)
})

test.each([
  ['NFD', 'NFC'],
  ['NFC', 'NFD'],
])('finds runs, streams and models with names stored in %s by a search in %s', async (stored, asked) => {
  const { second, ids } = podium.people
  const name = 'Wärme 한글'
  await insertAll(second.id, name.normalize(stored), 'outsider')
  await podium.deps.database
    .insert(members)
    .values({ workspace_id: second.id, account_id: ids.manager, role: 'MEMBER' })
    .onConflictDoNothing()
  const groups = await find('WÄRME 한'.normalize(asked), 'manager')
  const found = (kind: SearchKind, at = groups) => namesOf(at, kind).map((each) => each.normalize('NFC'))
  for (const kind of ['run', 'stream'] as const) expect(found(kind)).toContain(name)
  expect(found('model')).toContain(`${name} v 1.1`)
  const exact = await find(`${name} v 1.1`.normalize(asked), 'manager')
  expect(found('model', exact)).toContain(`${name} v 1.1`)
  await podium.deps.database.delete(solutions).where(eq(solutions.workspace_id, second.id))
})

test('accepts one letter up to two hundred, and refuses none and more', async () => {
  const long = 'n'.repeat(200)
  await insertAll(podium.people.first.id, long, 'member')
  expect(namesOf(await find(long), 'run')).toEqual([long])
  expect(namesOf(await find('N'), 'run').length).toBe(MAX_FOUND)
  for (const q of ['', `${long}n`]) {
    const answer = await podium
      .as('member')
      .ask(search, { query: { workspace_id: podium.people.first.id, q } })
    expect(answer.statusCode).toBe(422)
  }
})

test('returns the kinds in their order', async () => {
  await insertAll(podium.people.first.id, 'first admin', 'member')
  const kinds = (await find('first admin', 'admin')).map(({ kind }) => kind)
  expect(kinds).toEqual(SEARCH_KINDS.filter((kind) => kinds.includes(kind)))
})
