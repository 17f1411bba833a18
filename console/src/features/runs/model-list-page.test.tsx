import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MANAGER, MEMBER, Refusal, serveRuns, stubLayout } from './testing/fake-runs.ts'
import { groupOf, RUNNING, runCalled, streamCalled } from './testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

const running = runCalled('line-3-12', RUNNING)
const succeeded = runCalled('line-3-11')
const streams = [
  streamCalled('line-3'),
  streamCalled('line-4', { last_run_at: null, run_count: 0, last_states: [] }),
]
const lists = {
  'GET /streams/by-instance': () => ({ instances: [groupOf(streams)], total: 1 }),
  'GET /streamhistories': () => ({ stream_histories: [running, succeeded], total: 7 }),
}

async function openList(over = {}, person = MANAGER) {
  const server = serveRuns({ ...lists, 'GET /auth/session': () => person, ...over })
  openConsole('/inferenceModel/list', person)
  const table = await screen.findByRole('table', { name: 'Inference models' })
  return { server, table, user: userEvent.setup() }
}

test('instances, their streams and the runs of the newest stream stand in one table', async () => {
  const { table } = await openList()
  await within(table).findByRole('link', { name: 'line-3-12' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => row.querySelector('b, a')?.textContent ?? '')).toEqual([
    '',
    'vision-line-3',
    'line-3',
    'line-3-12',
    'line-3-11',
    '',
    'line-4',
  ])
  within(table).getByRole('img', { name: 'Last 2 runs: 1 succeeded, 1 failed' })
  within(table).getByRole('button', { name: '5 earlier runs' })
  const row = within(table).getByRole('link', { name: 'line-3-11' }).closest('tr')
  expect(row?.textContent).toContain('v 4.11')
  expect(row?.textContent).toContain('41 min 07 s')
  expect(await accessibilityFaults()).toEqual([])
})

test('a page that is behind the end by now leads back to the first', async () => {
  const { user } = await openList({
    'GET /streams/by-instance': ({ query }: { query: URLSearchParams }) =>
      query.get('page') === '1' ? { instances: [groupOf(streams)], total: 21 } : { instances: [], total: 20 },
  })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByRole('link', { name: 'line-3-12' })).toBeTruthy()
})

test('a change arrives without a reload and moves no row', async () => {
  const { server, table } = await openList()
  const row = (await within(table).findByRole('link', { name: 'line-3-12' })).closest('tr')
  within(row as HTMLElement).getByText('training')
  server.change({ ...running, state: 'failed', ended_at: '2026-11-20T09:05:00.000Z' })
  await within(row as HTMLElement).findByText('failed')
  const links = within(table).getAllByRole('link', { name: /^line-3-\d+$/ })
  expect(links.map((link) => link.textContent)).toEqual(['line-3-12', 'line-3-11'])
})

test('a run that somebody else starts is told of, and shown when wanted', async () => {
  const next = { ...running, id: 'id-line-3-13', name: 'line-3-13', created_at: '2026-11-20T10:00:00.000Z' }
  let shown = [running, succeeded]
  const { server, table, user } = await openList({
    'GET /streamhistories': () => ({ stream_histories: shown, total: shown.length }),
  })
  await within(table).findByRole('link', { name: 'line-3-12' })
  shown = [next, ...shown]
  server.change(next)
  await screen.findByText('1 new run.')
  expect(within(table).queryByRole('link', { name: 'line-3-13' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await within(table).findByRole('link', { name: 'line-3-13' })
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Streams' }))
})

test('a broken connection is said quietly, and gone when it is back', async () => {
  const { server } = await openList()
  await waitFor(() => expect(server.connections()).toBe(1))
  server.cut()
  await screen.findByText(/Connection lost, trying again/)
  await waitFor(() => expect(server.connections()).toBe(2))
  await waitFor(() => expect(screen.queryByText(/Connection lost/)).toBeNull())
})

test('what cannot be done with a run now is in its menu with the reason', async () => {
  const { table, user } = await openList({}, MEMBER)
  await user.click(await within(table).findByRole('button', { name: 'More for line-3-12' }))
  const retry = await screen.findByRole('menuitem', { name: 'Retry' })
  expect(retry.getAttribute('aria-disabled')).toBe('true')
  within(retry).getByText('A run can be retried when it has ended.')
  const remove = screen.getByRole('menuitem', { name: 'Delete' })
  within(remove).getByText(/^Only a manager of this workspace, or the person who made it/)
  expect(screen.getByRole('menuitem', { name: 'Stop' }).getAttribute('aria-disabled')).toBeNull()
})

test('deleting a run says what goes with it, and does it once agreed', async () => {
  const { server, table, user } = await openList({ 'DELETE /streams/id-line-3-11': () => ({ id: 'x' }) })
  await user.click(await within(table).findByRole('button', { name: 'More for line-3-11' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  within(dialog).getByText(/Deleting line-3-11 also deletes its logs, its artifacts and the model v 4.11/)
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Deleted Successfully!' })
  expect(server.calls('DELETE /streams/id-line-3-11')).toHaveLength(1)
})

test('an empty workspace and a failed list each say so', async () => {
  await openList({ 'GET /streams/by-instance': () => ({ instances: [], total: 0 }) })
  await screen.findByText('No inference models yet')
  expect(await accessibilityFaults()).toEqual([])
})

test('a list that cannot be read says why', async () => {
  await openList({ 'GET /streams/by-instance': () => new Refusal(503, 'The database is away.') })
  await screen.findByText('The database is away.')
  expect(await accessibilityFaults()).toEqual([])
})

test('a state of the address leaves what has runs in it, until its chip is removed', async () => {
  const asked: string[] = []
  const note = (name: string, query: URLSearchParams) => asked.push(`${name} ${query.get('state')}`)
  serveRuns({
    ...lists,
    'GET /auth/session': () => MANAGER,
    'GET /streams/by-instance': ({ query }) => {
      note('groups', query)
      return lists['GET /streams/by-instance']()
    },
    'GET /streamhistories': ({ query }) => {
      note('runs', query)
      return { stream_histories: [succeeded], total: 1 }
    },
  })
  openConsole('/inferenceModel?state=succeeded', MANAGER)
  const remove = await screen.findByRole('button', { name: 'Remove filter State' })
  await screen.findByRole('link', { name: 'line-3-11' })
  expect(new Set(asked)).toEqual(new Set(['groups succeeded', 'runs succeeded']))
  await userEvent.click(remove)
  await waitFor(() => expect(asked).toContain('groups null'))
  expect(window.location.search).not.toContain('state')
})
