import { listRecentRuns } from '@podium/contract/calls/overview.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { readRun, startRun } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { type AddressOf, addressOf, type ReplyOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { expect, vi } from 'vitest'
import { actRuns } from './acted-runs.ts'
import type { Installation } from './installation.ts'
import { openConsole } from './open-console.ts'
import { startSteadyLoad } from './steady-load.ts'

export interface Restarting {
  /** restarts of single servers, one after the other */
  restarts: number
  /** calls per second */
  perSecond: number
  /** live runs at each restart */
  runs: number
}

/**
 * Restarts the servers one after the other, under a steady load, with live runs and an open console page. Each must end
 * with 0, no call may fail, the page must match the database after each restart, and the engine must have received each
 * run once.
 */
export async function restartInTurn(installation: Installation, { restarts, perSecond, runs }: Restarting) {
  const { address, engine, replicas, stream, people, headersOf } = installation
  const headers = headersOf('member')
  // the console calls the address that it came from
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
    input.startsWith('/')
      ? ask(address + input, { ...init, headers: { ...init.headers, ...headers } })
      : ask(input, init),
  )
  async function read<R extends Route>(route: R, args: AddressOf<R>): Promise<ReplyOf<R>> {
    const answer = await ask(address + addressOf(route, args), { headers })
    expect(answer.status).toBe(200)
    return (await answer.json()) as ReplyOf<R>
  }
  const query = { workspace_id: people.first.id }
  const lists = () =>
    Promise.all([read(listRuns, { query: { ...query, page_size: 200 } }), read(listRecentRuns, { query })])

  async function startRuns(): Promise<void> {
    const [{ stream_histories }] = await lists()
    const live = stream_histories.filter(({ state }) => isLive(state))
    for (let number = live.length; number < runs; number += 1) {
      const answer = await ask(address + addressOf(startRun, { params: { id: stream } }), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(answer.status).toBe(200)
    }
  }

  await startRuns()
  const page = openConsole(installation)
  const acted = actRuns(engine)
  const load = startSteadyLoad(installation, perSecond)
  for (let restart = 0; restart < restarts; restart += 1) {
    await startRuns()
    expect(await replicas[restart % replicas.length]?.restart()).toBe(0)
    acted.pause()
    await waitFor(
      async () => {
        const [all, newest] = await lists()
        const [shown = [], shownNewest] = page.shown()
        // a run too old for one page may still be on the other
        const common = inBoth(shown, all.stream_histories)
        expect(common.length).toBeGreaterThanOrEqual(runs)
        expect(common).toEqual(inBoth(all.stream_histories, shown))
        expect(shownNewest).toEqual(newest.stream_histories)
      },
      { interval: 100 },
    )
    acted.goOn()
  }
  acted.endAll()
  const started = engine.submitted.map(({ run }) => run)
  await waitFor(
    async () => {
      for (const id of started) {
        const run = await read(readRun, { params: { id } })
        expect(run).toMatchObject({ state: 'succeeded', stored: true })
      }
    },
    { interval: 500 },
  )
  acted.close()
  const { calls, failed, sentAgain } = await load.end()
  page.close()
  console.log(
    `${replicas.length} servers, ${restarts} restarts: ${calls} calls, ${failed.length} failed, ${sentAgain} sent again on another connection; ${started.length} runs, ${started.length - new Set(started).size} started twice; the page lost its connection ${page.timesBroken()} times`,
  )
  expect(failed).toEqual([])
  expect(page.failed).toEqual([])
  expect(started.length).toBe(new Set(started).size)
}

function inBoth<T extends { id: string }>(those: readonly T[], others: readonly { id: string }[]): T[] {
  const ids = new Set(others.map(({ id }) => id))
  return those.filter(({ id }) => ids.has(id))
}
