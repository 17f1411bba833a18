import { randomUUID } from 'node:crypto'
import { createSchedule } from '@podium/contract/calls/schedules.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

function schedule(model_from: string) {
  const timing = { cron: '0 6 * * *', time_zone: 'Europe/Berlin' }
  return fixture.as('developer').ask(createSchedule, {
    query: { workspace_id: fixture.people.first.id },
    body: { stream_id: fixture.ids.stream, ...timing, pipeline: 'inference', model_from },
  })
}

test('accepts an alias, and a live training', async () => {
  for (const model of ['champion', await fixture.start()])
    expect((await schedule(model)).statusCode).toBe(200)
})

test('refuses a run that cannot leave a model any more', async () => {
  const { stream } = await addStream(fixture, fixture.people.first.id, metadataForTests(), 'otters')
  const [ended, inference] = [await fixture.start(), await fixture.start()]
  await fixture.deps.database.execute(sql`update runs set ended_at = now() where id = ${ended}`)
  await fixture.deps.database.execute(sql`update runs set pipeline = 'inference' where id = ${inference}`)
  for (const id of [randomUUID(), await fixture.startAs('member', stream), ended, inference]) {
    const refused = await schedule(id)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      422,
      expect.stringContaining('model_from is not a model of '),
    ])
  }
})
