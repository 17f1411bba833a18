import { editModel } from '@podium/contract/calls/models.ts'
import {
  applyRetention,
  editRetention,
  previewRetention,
  readRetention,
} from '@podium/contract/calls/retention.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addStream } from '../runs/testing/run-fixture.ts'
import { applyDueRules } from './sweeps.ts'
import {
  createRetentionFixture,
  KEEP_NOTHING_ELSE,
  type RetentionFixture,
} from './testing/retention-fixture.ts'

let podium: RetentionFixture
let params: { id: string }
beforeAll(async () => {
  podium = await createRetentionFixture()
  return () => podium.close()
})
beforeEach(async () => {
  await podium.startOver()
  params = podium.params
})

const rule = (part: object) => ({ ...KEEP_NOTHING_ELSE, ...part })
const set = (body: object, as: 'manager' | 'member' = 'manager') =>
  podium.as(as).ask(editRetention, { params, body: body as never })
const read = () => podium.as('member').call(readRetention, { params })

async function trainEach(accuracies: number[], stream = podium.ids.stream): Promise<string[]> {
  const ids: string[] = []
  for (const accuracy of accuracies) ids.push(await podium.train({ accuracy, stream }))
  return ids
}

test('keeps everything by default; managers set rules, members read them, and the audit log has them', async () => {
  await podium.train()
  expect(await read()).toEqual({
    logs: null,
    artifacts: null,
    trash_days: 14,
    revision: 1,
    updated_by: '',
    updated_at: null,
    next_at: null,
  })
  expect(await podium.preview()).toMatchObject({ logs: [], artifacts: [], bytes: 0 })
  expect((await set({ trash_days: 7 }, 'member')).statusCode).toBe(403)
  const logs = rule({ last: 2 })
  expect((await set({ logs, trash_days: 7, revision: 1 })).statusCode).toBe(200)
  const kept = await read()
  expect(kept).toMatchObject({ logs, artifacts: null, trash_days: 7, revision: 2, updated_by: 'The manager' })
  const hour = Date.parse(kept.next_at ?? '') - Date.parse(kept.updated_at ?? '')
  expect(hour).toBe(3_600_000)
  const stale = await set({ logs: null, revision: 1 })
  expect([stale.statusCode, stale.json().current.revision]).toEqual([409, 2])
  const [event] = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'retention.edit'))
  expect(event).toMatchObject({
    object_kind: 'retention',
    object_id: params.id,
    workspace_id: params.id,
    before: { logs: null, trash_days: 14 },
    after: { logs, trash_days: 7 },
  })
})

test('refuses an empty rule and an invalid one with a sentence', async () => {
  const nothing = await set({ artifacts: KEEP_NOTHING_ELSE })
  expect([nothing.statusCode, nothing.json().detail[0].msg]).toEqual([
    422,
    'Say which artifacts are kept, by last, best, aliased or days. To keep all of them, send null.',
  ])
  expect((await set({ logs: rule({ last: 0 }) })).statusCode).toBe(422)
  expect((await set({ trash_days: 0 })).statusCode).toBe(422)
  const ahead = await podium.as('member').ask(previewRetention, {
    params,
    query: {},
    body: { as_of: '2999-01-01T00:00:00.000Z' },
  })
  expect([ahead.statusCode, ahead.json().detail[0].loc]).toEqual([422, ['body', 'as_of']])
  const odd = await podium.as('member').ask(previewRetention, {
    params,
    query: {},
    body: { as_of: 'yesterday' as never },
  })
  expect(odd.statusCode).toBe(422)
})

test('keeps the newest of each stream, logs and artifacts separately, and the artifacts of its newest model', async () => {
  const other = await addStream(podium, params.id, metadataForTests(), 'pumps')
  const [one, two, three] = await trainEach([0.1, 0.2, 0.3])
  const [four, five] = await trainEach([0.4, 0.5], other.stream)
  const last = await podium.train({ leaves: false })
  const sorted = (...ids: (string | undefined)[]) => ids.sort()
  expect(await podium.preview({ logs: rule({ last: 1 }) })).toMatchObject({
    logs: sorted(one, two, three, four),
    artifacts: [],
  })
  // the newest run of the first stream left no model, so the artifacts of the one before it stay too
  const artifacts = await podium.preview({ artifacts: rule({ last: 1 }) })
  expect([artifacts.logs, artifacts.artifacts]).toEqual([[], sorted(one, two, four)])
  const both = await podium.preview({ logs: rule({ last: 2 }), artifacts: rule({ last: 3 }) })
  expect([both.logs, both.artifacts]).toEqual([sorted(one, two), sorted(one)])
  expect([five, last]).not.toContain(undefined)
})

test('keeps the best by a figure, those with an alias, recent ones, and those that any condition keeps', async () => {
  const [best, second, worst, newest] = await trainEach([0.9, 0.8, 0.1, 0.2])
  const figure = { figure: 'accuracy', direction: 'highest', count: 2 }
  const logsOf = async (part: object) => (await podium.preview({ logs: rule(part) })).logs
  const sorted = (...ids: (string | undefined)[]) => ids.sort()
  expect(await logsOf({ best: figure })).toEqual(sorted(worst, newest))
  expect(await logsOf({ best: { ...figure, direction: 'lowest' } })).toEqual(sorted(best, second))
  expect(await logsOf({ best: { ...figure, count: 1 }, last: 1 })).toEqual(sorted(second, worst))
  await podium.as('member').call(editModel, { params: { id: second ?? '' }, body: { aliases: ['live'] } })
  expect(await logsOf({ aliased: true })).toEqual(sorted(best, worst, newest))
  expect(await logsOf({ aliased: true, best: { ...figure, count: 1 }, last: 1 })).toEqual([worst])
  await podium.deps.database.execute(sql`
    update run_files set ended_at = now() - interval '3 days' where run_id in (${best}::uuid, ${worst}::uuid)`)
  expect(await logsOf({ days: 2 })).toEqual(sorted(best, worst))
  expect(await logsOf({ days: 4 })).toEqual([])
  expect(await logsOf({ days: 2, best: { ...figure, count: 1 } })).toEqual([worst])
})

test('a best-by rule keeps nothing beside other conditions, and moves nothing alone, if no run has the figure', {
  tags: ['long'],
}, async () => {
  const other = await addStream(podium, params.id, metadataForTests(), 'pumps')
  const [one, two] = await trainEach([0.1, 0.2])
  const [three, four] = await trainEach([0.3, 0.4], other.stream)
  const sorted = (...ids: (string | undefined)[]) => ids.sort()
  const best = { figure: 'los', direction: 'lowest', count: 1 }
  const logsOf = async (part: object) => (await podium.preview({ logs: rule({ best, ...part }) })).logs
  expect(await logsOf({})).toEqual([])
  expect(await logsOf({ last: 1 })).toEqual(sorted(one, three))
  expect(await logsOf({ aliased: true })).toEqual(sorted(one, two, three, four))
  expect(await logsOf({ days: 1 })).toEqual([])
  await podium.deps.database.execute(sql`
    insert into run_figures (run_id, workspace_id, stream_id, name, value)
    select id, ${params.id}::uuid, stream_id, 'los', 0.5 from runs where id = ${one}::uuid`)
  expect(await logsOf({})).toEqual([two])
  await podium.setRules({ logs: rule({ best }) })
  const apply = { params, body: {} }
  expect((await podium.as('manager').call(applyRetention, apply)).runs).toBe(1)
})

test('a running run counts in no rank, and keeps the artifacts of the model that it reads', async () => {
  const [first, second] = await trainEach([0.1, 0.2])
  await podium.train()
  const live = await podium.start({ pipeline: 'inference', model_from: first ?? '' })
  const rules = { logs: rule({ last: 1 }), artifacts: rule({ last: 1 }) }
  const seen = await podium.preview(rules)
  expect([seen.logs, seen.artifacts]).toEqual([[first, second].sort(), [second]])
  await podium.loop.tick()
  await podium.endNow(live, { leaves: false })
  expect((await podium.preview(rules)).artifacts).toContain(first)
})

test('applies rules an hour after they were set, by one server, also if another workspace fails', async () => {
  const [first] = await trainEach([0.1, 0.2])
  await podium.setRules({ logs: rule({ last: 1 }) })
  const sweep = () => applyDueRules(podium.deps)
  const trashed = async () => {
    const { rows } = await podium.deps.database.execute(
      sql`select run_id, kind from run_files where trashed_at is not null`,
    )
    return rows
  }
  await sweep()
  expect(await trashed()).toEqual([])
  await podium.deps.database.execute(sql`
    insert into retention (workspace_id, logs) values (${podium.people.second.id}::uuid, '{"days": "nonsense"}')
    on conflict (workspace_id) do update set logs = excluded.logs`)
  await podium.deps.database.execute(sql`
    update retention set applied_at = now() - interval '61 minutes' where logs is not null`)
  await Promise.all([sweep(), sweep(), sweep()])
  expect(await trashed()).toEqual([{ run_id: first, kind: 'logs' }])
  const events = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'retention.apply'))
  expect(events).toMatchObject([
    { actor_name: 'podium', workspace_id: params.id, after: { runs: 1, artifacts_bytes: 0 } },
  ])
})

test('does not apply rules that changed since they were read', async () => {
  await trainEach([0.1, 0.2])
  await podium.setRules({ logs: rule({ last: 1 }) })
  const { as_of } = await podium.preview()
  const apply = (body: object) => podium.as('manager').ask(applyRetention, { params, body: body as never })
  const stale = await apply({ as_of, revision: 1 })
  expect([stale.statusCode, stale.json().current.revision]).toEqual([409, 2])
  expect((await podium.as('member').ask(applyRetention, { params, body: {} })).statusCode).toBe(403)
  expect((await apply({ as_of, revision: 2 })).json()).toMatchObject({ runs: 1, artifacts_bytes: 0 })
  expect((await apply({ as_of })).json()).toEqual({ runs: 0, logs_bytes: 0, artifacts_bytes: 0 })
})
