import { listNotifications } from '@podium/contract/calls/notifications.ts'
import { editQuotas } from '@podium/contract/calls/quotas.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Player } from '../../testing/test-people.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { watchUse } from './watch-use.ts'

const GIB = 1024 ** 3
let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

const limit = (body: object) =>
  fixture.as('admin').call(editQuotas, { params: { id: fixture.people.first.id }, body })
const store = (gib: number) =>
  fixture.deps.database.execute(sql`
    insert into uploads (workspace_id, account_id, path, bytes)
    values (${fixture.people.first.id}::uuid, ${fixture.people.ids.member}::uuid, 'big.bin', ${gib * GIB})
    on conflict (workspace_id, path) do update set bytes = excluded.bytes`)
/** Two servers check at the same time. */
const watch = () => Promise.all([watchUse(fixture.deps), watchUse(fixture.deps)])
const toldOf = async (who: Player) =>
  (await fixture.as(who).call(listNotifications)).notifications.map(
    ({ title, detail }) => `${title}. ${detail}`,
  )

test('managers are notified once at 80 and 100 % of the storage, and again if the use drops and rises', async () => {
  await limit({ storage_gib: 10 })
  await store(7)
  await watch()
  expect(await toldOf('manager')).toEqual([])
  await store(8)
  await watch()
  await watch()
  const first = 'Use of the storage has reached 80 % of the limit. 8 GiB of 10 GiB are used.'
  expect(await toldOf('manager')).toEqual([first])
  await store(11)
  await watch()
  expect((await toldOf('manager'))[0]).toBe(
    'Use of the storage has reached 100 % of the limit. 11 GiB of 10 GiB are used.',
  )
  await store(7)
  await watch()
  await store(8)
  await watch()
  expect(await toldOf('manager')).toHaveLength(3)
  expect(await toldOf('member')).toEqual([])
})

test('the hours of the month are watched in the same way, and a limit of zero notifies nobody', async () => {
  await limit({ storage_gib: 0, hours_month: 10 })
  await fixture.deps.database.execute(sql`
    insert into use_by_month (workspace_id, account_id, pipeline, month, seconds)
    values (${fixture.people.first.id}::uuid, ${fixture.people.ids.member}::uuid, 'train',
      date_trunc('month', now() at time zone 'UTC')::date, 9.5 * 3600)`)
  await watch()
  expect(await toldOf('manager')).toEqual([
    'Use of the hours of this month has reached 80 % of the limit. 9.5 of 10 h are used.',
  ])
})
