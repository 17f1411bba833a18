import {
  deleteRunView,
  exportRuns,
  listRunNames,
  listRunViews,
  saveRunView,
} from '@podium/contract/calls/run-list.ts'
import { runs, runTags } from '@podium/database/schema/runs.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Role } from '../../../testing/test-people.ts'
import { inFirst } from '../../solutions/testing/seed.ts'
import { type InsertedStream, insertRun, insertStream } from '../../streams/testing/insert-stream.ts'

let podium: TestApp
let inserted: InsertedStream
beforeAll(async () => {
  podium = await createTestApp()
  inserted = await insertStream(podium)
  for (const [name, accuracy] of [
    ['=danger()', -0.25],
    ['plain', 0.5],
  ] as const) {
    const id = await insertRun(podium, inserted, 'succeeded')
    const { database, people } = { ...podium.deps, people: podium.people }
    await database.update(runs).set({ name, metrics: { accuracy } }).where(eq(runs.id, id))
    await database.insert(runTags).values({ run_id: id, workspace_id: people.first.id, tag: 'night' })
  }
  return () => podium.close()
})

const viewsOf = async (who: Role) => {
  const { views } = await podium.as(who).call(listRunViews, { query: inFirst })
  return views.map(({ name, shared, own }) => [name, shared, own])
}

test('a view is saved, replaced by its name, shared and deleted', async () => {
  const save = (who: Role, name: string, shared: boolean, address = 'state=failed') =>
    podium.as(who).call(saveRunView, { query: inFirst, body: { name, address, shared } })
  await save('member', 'Mine', false)
  const shared = await save('member', 'Failed', true)
  expect(await save('member', 'failed', true, 'state=failed&person=me')).toEqual({
    ...shared,
    name: 'failed',
    address: 'state=failed&person=me',
    created_by: 'The member',
  })
  await save('developer', 'Failed', false)
  expect([await viewsOf('member'), await viewsOf('developer')]).toEqual([
    [
      ['failed', true, true],
      ['Mine', false, true],
    ],
    [
      ['Failed', false, true],
      ['failed', true, false],
    ],
  ])
  const remove = async (who: Role, id: string) =>
    (await podium.as(who).ask(deleteRunView, { params: { id }, query: inFirst })).statusCode
  const mine = (await podium.as('member').call(listRunViews, { query: inFirst })).views[1]?.id ?? ''
  expect([await remove('developer', shared.id), await remove('developer', mine)]).toEqual([403, 404])
  expect([
    await remove('manager', shared.id),
    await remove('member', mine),
    await remove('member', 'x'),
  ]).toEqual([200, 200, 404])
  expect(await viewsOf('member')).toEqual([])

  const old = await save('member', 'Old', false)
  const rename = (who: Role, name: string) =>
    podium.as(who).call(saveRunView, {
      query: inFirst,
      body: { name, address: old.address, shared: true, replaces: old.id },
    })
  await rename('developer', 'Not theirs')
  expect((await viewsOf('member'))[0]).toEqual(['Old', false, true])
  await rename('member', 'New')
  expect((await viewsOf('member'))[0]).toEqual(['New', true, true])
  const host = await podium
    .as('host')
    .ask(saveRunView, { query: inFirst, body: { name: 'x', address: '', shared: true } })
  expect(host.statusCode).toBe(403)
})

test('lists the names that occur, each with the number of runs that have it', async () => {
  expect(await podium.as('member').call(listRunNames, { query: inFirst })).toEqual({
    figures: [{ name: 'accuracy', runs: 2 }],
    parameters: [],
    tags: [{ name: 'night', runs: 2 }],
    people: [{ username: 'member', display_name: 'The member' }],
    solutions: [inserted.solution.name],
    streams: [inserted.stream.name],
  })
})

test('exports the filtered list without formulas that a spreadsheet would run, and numbers stay numbers', async () => {
  const ask = (query: object) => podium.as('member').ask(exportRuns, { query: { ...inFirst, ...query } })
  const answer = await ask({ sort: 'figure:accuracy', figures: 'accuracy,none' })
  expect(answer.headers['content-disposition']).toContain('filename="runs.csv"')
  const lines = answer.body.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFname,state,.*,id,accuracy,none$/)
  expect(lines[1]).toMatch(/^'=danger\(\),succeeded,.*,night,.*,-0\.25,$/)
  expect(lines).toHaveLength(3)
  expect((await ask({ figure: 'accuracy>0' })).body.trimEnd().split('\r\n')).toHaveLength(2)
  for (const query of [{ figure: 'accuracy' }, { sort: 'colour' }])
    expect((await ask(query)).statusCode).toBe(422)
})

test('an export of more runs than one read is complete', { tags: ['long'] }, async () => {
  for (let n = 0; n < 3; n += 1) {
    const rows = await podium.deps.database.select().from(runs).limit(1)
    const [{ id: _, ...row } = { id: '' }] = rows
    await podium.deps.database
      .insert(runs)
      .values(Array.from({ length: 200 }, (_, at) => ({ ...row, number: 1000 + n * 200 + at })) as never)
  }
  const { body } = await podium.as('member').ask(exportRuns, { query: inFirst })
  expect(body.trimEnd().split('\r\n')).toHaveLength(1 + 602)
})
