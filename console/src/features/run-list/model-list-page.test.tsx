import { readSession } from '@podium/contract/calls/auth.ts'
import { listRunNames, listRuns, listStreamsWithRuns } from '@podium/contract/calls/run-list.ts'
import { countRuns } from '@podium/contract/calls/run-selection.ts'
import { deleteStream, listStreamsByInstance } from '@podium/contract/calls/streams.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { openConsole, sessionOf } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { MANAGER, MEMBER, serveRuns, stubLayout } from '../runs/testing/fake-runs.ts'
import {
  groupOf,
  listedRun,
  NO_NAMES,
  RUNNING,
  runsOf,
  streamCalled,
} from '../runs/testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

const running = listedRun('line-3-12', RUNNING)
const succeeded = listedRun('line-3-11')
const streams = [
  streamCalled('line-3'),
  streamCalled('line-4', { last_run_at: null, run_count: 0, last_states: [] }),
]
const lists = {
  ...fake(listStreamsByInstance, { instances: [groupOf(streams)], total: 1 }),
  ...fake(listRuns, { ...runsOf(running, succeeded), total: 7 }),
}

async function openList(over: FakeServer = {}, person = MANAGER) {
  const server = serveRuns({ ...lists, ...fake(readSession, sessionOf(person)), ...over })
  openConsole('/inferenceModel/list', person)
  const table = await screen.findByRole('table', { name: 'Streams' })
  return { server, table, user: userEvent.setup() }
}

test('lists instances, their streams and the runs of the newest stream in one table', async () => {
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

test('leads back to the first page from one beyond the end', async () => {
  const { user } = await openList(
    fake(listStreamsByInstance, ({ query }) =>
      query.page === '1' ? { instances: [groupOf(streams)], total: 21 } : { instances: [], total: 20 },
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByRole('link', { name: 'line-3-12' })).toBeTruthy()
})

test('shows a change without a reload, and moves no row', async () => {
  const { server, table } = await openList()
  const row = (await within(table).findByRole('link', { name: 'line-3-12' })).closest('tr')
  within(row as HTMLElement).getByText('training')
  server.change({ ...running, progress: null, state: 'failed', ended_at: '2026-11-20T09:05:00.000Z' })
  await within(row as HTMLElement).findByText('failed')
  const links = within(table).getAllByRole('link', { name: /^line-3-\d+$/ })
  expect(links.map((link) => link.textContent)).toEqual(['line-3-12', 'line-3-11'])
})

test('announces a run that somebody else starts, and shows it on request', { tags: ['long'] }, async () => {
  const next = { ...running, id: 'id-line-3-13', name: 'line-3-13', created_at: '2026-11-20T10:00:00.000Z' }
  let shown = [running, succeeded]
  const { server, table, user } = await openList({
    ...fake(listRuns, () => runsOf(...shown)),
    ...fake(countRuns, { total: 1, stop: 1, retry: 0, delete: 0, before: '' }),
  })
  await within(table).findByRole('link', { name: 'line-3-12' })
  shown = [next, ...shown]
  server.change({ ...next, progress: null })
  await screen.findByText('1 new run.')
  expect(within(table).queryByRole('link', { name: 'line-3-13' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await within(table).findByRole('link', { name: 'line-3-13' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Streams' }))
})

test('says quietly that the connection is broken, until it is back', async () => {
  const { server } = await openList()
  await waitFor(() => expect(server.connections()).toBe(1))
  server.cut()
  await screen.findByText(/Connection lost, trying again/)
  await waitFor(() => expect(server.connections()).toBe(2))
  await waitFor(() => expect(screen.queryByText(/Connection lost/)).toBeNull())
})

test('shows actions that are not possible now in the menu, with the reason', async () => {
  const { table, user } = await openList({}, MEMBER)
  await user.click(await within(table).findByRole('button', { name: 'More for line-3-12' }))
  const retry = await screen.findByRole('menuitem', { name: 'Retry' })
  expect(retry.getAttribute('aria-disabled')).toBe('true')
  within(retry).getByText('A run can be retried when it has ended.')
  const remove = screen.getByRole('menuitem', { name: 'Delete' })
  within(remove).getByText(/^Only a manager of this workspace, or the person who created it/)
  expect(screen.getByRole('menuitem', { name: 'Stop' }).getAttribute('aria-disabled')).toBeNull()
})

test('links from the menu of a stream to a new schedule', async () => {
  const { table, user } = await openList()
  await user.click(await within(table).findByRole('button', { name: 'More for line-4' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New Schedule' }))
  await waitFor(() => expect(window.location.search).toContain('stream=id-line-4'))
  expect(window.location.pathname).toBe('/settings/workspace/schedule/id-poc')
})

test('deletes a run after a question that says what else is deleted', async () => {
  const { server, table, user } = await openList(fake(deleteStream, { id: 'id-line-3-11' }, { id: 'x' }))
  await user.click(await within(table).findByRole('button', { name: 'More for line-3-11' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  within(dialog).getByText(/Deleting line-3-11 also deletes its logs, its artifacts and the model v 4.11/)
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Deleted Successfully!' })
  expect(server.calls('DELETE /streams/id-line-3-11')).toHaveLength(1)
})

test('says that a workspace has no inference models yet', async () => {
  await openList(fake(listStreamsByInstance, { instances: [], total: 0 }))
  await screen.findByText('No inference models yet')
  expect(await accessibilityFaults()).toEqual([])
})

test('says why the list cannot be read', { tags: ['long'] }, async () => {
  await openList(fake(listStreamsByInstance, refused(503, 'The database is away.')))
  await screen.findByText('The database is away.')
  expect(await accessibilityFaults()).toEqual([])
})

async function openFiltered(search: string) {
  const streamed = { instances: [groupOf(streams.slice(0, 1))], total: 1 }
  const server = serveRuns({
    ...lists,
    ...fake(readSession, sessionOf(MANAGER)),
    ...fake(listRunNames, {
      ...NO_NAMES,
      figures: [{ name: 'accuracy', runs: 2 }],
      solutions: ['vision'],
      streams: ['line-3'],
    }),
    ...fake(listStreamsWithRuns, streamed),
    ...fake(listRuns, runsOf(succeeded)),
  })
  openConsole(`/inferenceModel${search}`, MANAGER)
  await screen.findByRole('link', { name: 'line-3-11' })
  const asked = (call: string) => {
    const queries = server.calls(call).map(({ query }) => new URLSearchParams(query))
    return queries.findLast((query) => query.get('page_size') !== '1')
  }
  return { server, asked, user: userEvent.setup() }
}

test('filters the streams to those with a matching run, and their runs to the matching ones', {
  tags: ['long'],
}, async () => {
  const { server, asked, user } = await openFiltered('?state=succeeded&tag=night%3Bbest&q=vision')
  const [groups, runs] = [asked('GET /streamhistories/streams'), asked('GET /streamhistories')]
  expect([groups?.get('state'), groups?.getAll('tag'), groups?.get('q')]).toEqual([
    'succeeded',
    ['night', 'best'],
    'vision',
  ])
  // The search text is for instances.
  expect([runs?.get('state'), runs?.getAll('tag'), runs?.get('q'), runs?.get('stream_id')]).toEqual([
    'succeeded',
    ['night', 'best'],
    null,
    'id-line-3',
  ])
  expect(server.calls('GET /streams/by-instance')).toEqual([])
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked('GET /streams/by-instance')?.get('state')).toBeNull())
  expect(window.location.search).not.toContain('state')
})

test('filters streams by a choice, and goes to the first page', { tags: ['long'] }, async () => {
  const { asked, user } = await openFiltered('?state=succeeded&page=2')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Figure' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Name' }), 'accuracy')
  await enterText(user, screen.getByRole('textbox', { name: 'Value' }), '0.9')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked('GET /streamhistories/streams')?.get('figure')).toBe('accuracy>0.9'))
  expect(asked('GET /streamhistories/streams')?.get('page')).toBe('1')
  await waitFor(() => expect(asked('GET /streamhistories')?.get('figure')).toBe('accuracy>0.9'))
})

test('keeps streams without a run when only the solution is filtered, and shows its name', async () => {
  const { server, asked } = await openFiltered('?solution_id=id-vision')
  expect(asked('GET /streams/by-instance')?.get('solution_id')).toBe('id-vision')
  expect(server.calls('GET /streamhistories/streams')).toEqual([])
  await screen.findByTitle('vision')
})
