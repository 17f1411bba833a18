import { listRunNames, listRuns } from '@podium/contract/calls/run-list.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { MANAGER, serveRuns, stubLayout } from '../runs/testing/fake-runs.ts'
import { openRun } from '../runs/testing/open-run.ts'
import { listedRun, NO_NAMES, RUNNING, runCalled, runsOf } from '../runs/testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
})

const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')

/** Opens the list, by default with two running runs and a failed one. */
async function openList(
  runs = [
    listedRun('line-3-12', RUNNING),
    listedRun('line-3-11', RUNNING),
    listedRun('line-3-10', { state: 'failed' }),
  ],
) {
  const server = serveRuns({
    ...fake(listRuns, ({ query }) => ({
      ...runsOf(...runs.filter(({ state }) => [undefined, String(state)].includes(query.state))),
      total: 3,
    })),
    ...fake(listRunNames, NO_NAMES),
  })
  openConsole('/inferenceModel?view=runs', MANAGER)
  await screen.findByRole('link', { name: 'line-3-10' })
  return server
}

/** Hides the tab, or shows it again. */
function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('shows in the tab of a run that it is running or failed', async () => {
  const { become } = await openRun(RUNNING)
  await waitFor(() => expect(document.title).toBe('(running) line-3-12 · Podium'))
  expect(icon()).toBe('/favicon-running.svg')
  become({ state: 'failed', ended_at: '2026-11-20T09:40:00.000Z' })
  await waitFor(() => expect(document.title).toBe('(failed) line-3-12 · Podium'))
  expect(icon()).toBe('/favicon-failed.svg')
  become({ state: 'succeeded' })
  await waitFor(() => expect(document.title).toBe('line-3-12 · Podium'))
  expect(icon()).toBe('/favicon.svg')
})

test('counts in the tab of the list the running runs, and the ones that failed while it was hidden', async () => {
  const server = await openList()
  await waitFor(() => expect(document.title).toBe('(2 running) Runs · Podium'))
  expect(icon()).toBe('/favicon-running.svg')
  setHidden(true)
  const ended = { state: 'failed' as const, ended_at: '2026-11-20T09:40:00.000Z', progress: null }
  server.change({ ...runCalled('line-3-12', RUNNING), ...ended })
  await waitFor(() => expect(document.title).toBe('(1 failed, 1 running) Runs · Podium'))
  expect(icon()).toBe('/favicon-failed.svg')
  setHidden(false)
  await waitFor(() => expect(document.title).toBe('(1 running) Runs · Podium'))
  expect(icon()).toBe('/favicon-running.svg')
})

test('still counts failed and running runs after a hidden tab closed its event stream', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  const runs = [
    listedRun('line-3-12', RUNNING),
    listedRun('line-3-11', RUNNING),
    listedRun('line-3-10', { state: 'failed' }),
  ]
  const server = await openList(runs)
  await waitFor(() => expect(server.connections()).toBe(1))
  const failed = () =>
    server.calls('GET /streamhistories').filter(({ query }) => query.includes('state=failed'))
  setHidden(true)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(failed()).toHaveLength(1))
  runs.splice(0, 1, listedRun('line-3-12', { state: 'failed' }))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await waitFor(() => expect(document.title).toBe('(1 failed, 1 running) Runs · Podium'))
  expect(server.connections()).toBe(1)
  setHidden(false)
  await waitFor(() => expect(server.connections()).toBe(2))
  await waitFor(() => expect(document.title).toBe('(1 running) Runs · Podium'))
  vi.useRealTimers()
})
