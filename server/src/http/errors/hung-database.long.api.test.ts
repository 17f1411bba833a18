import { setTimeout as pause } from 'node:timers/promises'
import { keepPreferences } from '@podium/contract/calls/preferences.ts'
import { readRun, startRun } from '@podium/contract/calls/runs.ts'
import { editWorkspace, listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { connectDatabase } from '@podium/database/connect.ts'
import { migrate } from '@podium/database/migrate.ts'
import { pausePostgres } from '@podium/database/testing/pause-postgres.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { startTestServer } from '@podium/database/testing/test-servers.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createRunLoop } from '../../domains/run-loop/run-loop.ts'
import { addStream } from '../../domains/runs/testing/run-fixture.ts'
import { createTestApp } from '../../testing/test-app.ts'

const STOPPED_MS = 3_000
const EVERY_MS = 20

test('answers fifty calls a second while the database hangs, and serves them when it continues', async () => {
  const postgres = await startTestServer()
  onTestFinished(() => postgres.end())
  await migrate({ serving: postgres.serving, owner: postgres.owner })
  const { database, close } = connectDatabase({ connection: postgres.serving, log: quietLog })
  const server = await createTestApp({ database: { database, drop: close } })
  const { stream } = await addStream(server, server.people.first.id, metadataForTests())
  const loop = createRunLoop({ ...server.deps, owner: 'this server' })
  loop.start()
  const query = { workspace_id: server.people.first.id }
  const calls = [
    () => server.as('member').ask(listWorkspaces),
    () => server.as('member').ask(keepPreferences, { body: { solution_view: 'list' } }),
    () => server.as('admin').ask(editWorkspace, { query, body: { dashboard_hash: '' } }),
  ]
  const timed = async (call: (typeof calls)[number]) => {
    const began = performance.now()
    const { statusCode } = await call()
    return { status: statusCode, took: performance.now() - began }
  }

  const answers: ReturnType<typeof timed>[] = []
  const load = setInterval(() => {
    const call = calls[answers.length % calls.length]
    if (call) answers.push(timed(call))
  }, EVERY_MS)
  const goOn = await pausePostgres(postgres.admin)
  await pause(STOPPED_MS)
  clearInterval(load)
  const told = await Promise.all(answers)
  console.log(`longest answer: ${Math.max(...told.map(({ took }) => took)).toFixed(0)} ms`)
  await goOn()
  const statuses = told.map(({ status }) => status)
  expect(statuses).toContain(503)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])

  const start = () => server.as('member').call(startRun, { params: { id: stream }, body: {} })
  const { id } = await waitFor(start)
  const state = async () => (await server.as('member').call(readRun, { params: { id } })).state
  await waitFor(async () => expect(await state()).toBe('starting'))
  for (const call of calls) expect((await call()).statusCode).toBe(200)
  await loop.close()
  await server.close()
})
