import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { logout } from '@podium/contract/calls/auth.ts'
import { readOverviewSummary } from '@podium/contract/calls/overview.ts'
import { followLog } from '@podium/contract/calls/run-files.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { followSeries, listSeries } from '@podium/contract/calls/run-series.ts'
import { followRuns, readRun, startRun } from '@podium/contract/calls/runs.ts'
import { removeMembers } from '@podium/contract/calls/workspaces.ts'
import { type ArgumentsOf, addressOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { readEvents } from '@podium/contract/wire/server-events.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { type Installation, startInstallation } from '../testing/replicas/installation.ts'
import { restartInTurn } from '../testing/replicas/restart-in-turn.ts'
import type { Player } from '../testing/test-people.ts'

let installation: Installation
afterEach(async () => {
  vi.unstubAllGlobals()
  await installation.close()
})

function ask<R extends Route>(
  address: string,
  who: Player,
  route: R,
  args: ArgumentsOf<R>,
): Promise<Response> {
  const { body } = args as { body?: object }
  return fetch(address + addressOf(route, args), {
    method: route.method,
    headers: { ...installation.headersOf(who), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function eventsIn(answer: Response): Promise<{ text?: string; names?: string[] }[]> {
  const events = []
  for await (const { data } of readEvents(answer.body as ReadableStream<Uint8Array>))
    events.push(JSON.parse(data))
  return events
}

test('shows the same log, figures and state of a run on each server, whichever drives it', {
  tags: ['long'],
}, async () => {
  installation = await startInstallation(2)
  const { engine, people, replicas, stream } = installation
  const [one = '', other = ''] = replicas.map(({ address }) => address)
  const answer = await ask(one, 'member', startRun, { params: { id: stream }, body: {} })
  const { id } = (await answer.json()) as { id: string }
  const key = { workspace: people.first.id, run: id, attempt: 1 }
  await waitFor(() => expect(engine.submitted).toHaveLength(1))
  engine.start(key)
  engine.log(key, 'process', 'one\n')
  const params = { id }
  const followed = await Promise.all(
    [one, other].flatMap((address) => [
      ask(address, 'member', followLog, { params, query: { log_type: 'process' } }),
      ask(address, 'member', followSeries, { params }),
    ]),
  )
  engine.log(key, 'process', 'two\n')
  engine.output(key, 'metrics.jsonl', '{"step": 1, "loss": 0.5}\n')
  engine.end(key, { outcome: 'succeeded' })
  const [log, figures, ...ofOther] = await Promise.all(followed.map(eventsIn))
  expect(log?.map(({ text = '' }) => text).join('')).toBe('one\ntwo\n')
  expect(figures?.flatMap(({ names = [] }) => names)).toContain('loss')
  expect(ofOther[0]?.map(({ text = '' }) => text).join('')).toBe('one\ntwo\n')
  expect(ofOther[1]?.flatMap(({ names = [] }) => names)).toContain('loss')
  const read = (address: string) =>
    Promise.all(
      [
        ask(address, 'member', readRun, { params }),
        ask(address, 'member', listSeries, { params }),
        ask(address, 'member', readOverviewSummary, { query: { workspace_id: people.first.id } }),
      ].map(async (asked) => (await asked).json()),
    )
  const seen = await read(one)
  expect(seen[0]).toMatchObject({ state: 'succeeded', stored: true })
  expect(await read(other)).toEqual(seen)
})

test('applies the end of a session, membership or account on one server to all', async () => {
  installation = await startInstallation(2)
  const { people } = installation
  const [one = '', other = ''] = installation.replicas.map(({ address }) => address)
  const { id } = people.first
  const query = { workspace_id: id }
  const ends: [Player, number, () => Promise<Response>][] = [
    ['manager', 401, () => ask(one, 'manager', logout, { body: {} })],
    [
      'member',
      404,
      () => ask(one, 'admin', removeMembers, { params: { id }, body: { account_ids: [people.ids.member] } }),
    ],
    ['developer', 401, () => ask(one, 'admin', deleteAccounts, { body: { ids: [people.ids.developer] } })],
  ]
  for (const [who, status, end] of ends) {
    const followed = await ask(other, who, followRuns, { query })
    expect((await ask(other, who, listRuns, { query })).status).toBe(200)
    expect((await end()).status).toBe(200)
    const ended = performance.now()
    for (const address of [one, other])
      expect((await ask(address, who, listRuns, { query })).status).toBe(status)
    await followed.text()
    console.log(
      `${who}: a stream of the other server ended after ${(performance.now() - ended).toFixed()} ms`,
    )
  }
})

test.each([2, 4])(
  'restarts each of %i servers four times under a hundred calls a second',
  async (servers) => {
    installation = await startInstallation(servers)
    await restartInTurn(installation, { restarts: 4 * servers, perSecond: 100, runs: 20 })
  },
  1_800_000,
)
