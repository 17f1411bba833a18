import { listRuns } from '@podium/contract/calls/run-list.ts'
import { type Run, readRun } from '@podium/contract/calls/runs.ts'
import { listStreamsByInstance } from '@podium/contract/calls/streams.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { q } from '../api/query.ts'
import { groupOf, RUNNING, runCalled, streamCalled } from '../features/runs/testing/sample-objects.ts'
import { takeChange, takeGap } from './run-changes.ts'

const older = runCalled('line-3-11')
const newer = runCalled('line-3-12', RUNNING)
const list = q(listRuns, { query: { workspace_id: 'id-poc' } }).queryKey
const info = q(readRun, { params: { id: newer.id } }).queryKey
const groups = q(listStreamsByInstance, { query: { workspace_id: 'id-poc' } }).queryKey

function filled() {
  const queries = new QueryClient()
  const put = ({ reads }: Route, queryKey: readonly unknown[], data: unknown) =>
    queries.getQueryCache().build(queries, { queryKey, meta: { reads } }).setData(data)
  put(listRuns, list, { stream_histories: [newer, older], total: 2 })
  put(readRun, info, newer)
  put(listStreamsByInstance, groups, { instances: [groupOf([streamCalled('line-3')])], total: 1 })
  return queries
}
/** Mounts the list's query, as if it were on the screen. */
function show(queries: QueryClient) {
  onTestFinished(
    new QueryObserver(queries, { queryKey: list, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {}),
  )
  return queries
}
const isStale = (queries: QueryClient, key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated

test('updates progress in place, without reading anything again', () => {
  const queries = filled()
  const progress = { fraction: 0.5, step: 'train', message: 'epoch 5/10' }
  takeChange(queries, { ...newer, progress })
  expect(queries.getQueryData(info)).toMatchObject({ progress, log_limit: newer.log_limit })
  expect([list, info, groups].map((key) => isStale(queries, key))).toEqual([false, false, false])
})

test('updates a state in place, and reads derived data again', () => {
  const queries = show(filled())
  takeChange(queries, { ...newer, state: 'failed', detail: 'Exit code 3.' })
  const rows = queries.getQueryData(list)?.stream_histories
  expect(rows?.map(({ name, state }) => [name, state])).toEqual([
    ['line-3-12', 'failed'],
    ['line-3-11', 'succeeded'],
  ])
  expect(isStale(queries, list)).toBe(false)
  expect(isStale(queries, info)).toBe(true)
  expect(isStale(queries, groups)).toBe(true)
})

test('reads a list that is not on the screen again when it is opened', () => {
  const queries = filled()
  takeChange(queries, { ...newer, id: 'id-line-3-13', name: 'line-3-13' })
  expect(isStale(queries, list)).toBe(true)
})

test('adds no row for an unknown run until the list is read again', () => {
  const queries = filled()
  takeChange(queries, { ...newer, id: 'id-line-3-13', name: 'line-3-13' })
  expect(queries.getQueryData(list)?.stream_histories).toHaveLength(2)
  expect(isStale(queries, groups)).toBe(true)
})

test('reads a list again that was loading when a run ended', async () => {
  const queries = filled()
  const failed = { ...newer, state: 'failed' as const }
  const answers: ((run: Run) => void)[] = []
  const observer = new QueryObserver<{ stream_histories: Run[]; total: number }>(queries, {
    queryKey: list,
    queryFn: () =>
      new Promise((resolve) => {
        answers.push((run) => resolve({ stream_histories: [run], total: 1 }))
      }),
  })
  const leave = observer.subscribe(() => {})
  takeChange(queries, failed)
  expect(answers).toHaveLength(2)
  answers[0]?.(newer)
  answers[1]?.(failed)
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(queries.getQueryData(list)?.stream_histories.map(({ state }) => state)).toEqual(['failed'])
  leave()
})

test('reads everything that shows runs again after a gap', () => {
  const queries = filled()
  takeGap(queries)
  expect([list, info, groups].map((key) => isStale(queries, key))).toEqual([true, true, true])
})
