import { listRunNames, listRuns } from '@podium/contract/calls/run-list.ts'
import { countRuns, retryRuns } from '@podium/contract/calls/run-selection.ts'
import { describeRun, retryRun } from '@podium/contract/calls/runs.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { formatDateTime } from '../../format/date-time.ts'
import { type FakeServer, fake } from '../../testing/fake.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MANAGER, serveRuns } from '../runs/testing/fake-runs.ts'
import { listedRun, RUNNING, runCalled, runsOf } from '../runs/testing/sample-objects.ts'

const listed = (name: string, part = {}) => ({
  ...listedRun(name, part),
  figures: { accuracy: 0.9123456789 },
  parameters: { 'train.epochs': 40 },
})
const failed = listed('line-3-10', { state: 'failed', detail: 'KeyError: label_id', model_version: '' })
const running = listed('line-3-12', RUNNING)
const NAMES = {
  figures: [{ name: 'accuracy', runs: 2 }],
  parameters: [{ name: 'train.epochs', runs: 2 }],
  tags: [{ name: 'baseline', runs: 1 }],
  people: [{ username: 'mina', display_name: 'Mina Sol' }],
  solutions: ['vision'],
  streams: ['line-3'],
}

const COUNTED_AT = '2026-11-22T09:31:00.120Z'

async function openRuns(search = '', over: FakeServer = {}) {
  const server = serveRuns({
    ...fake(listRuns, { ...runsOf(running, failed), total: 312, next_cursor: 'second' }),
    ...fake(listRunNames, NAMES),
    ...fake(countRuns, () => ({ total: 2, stop: 1, retry: 1, delete: 1, before: COUNTED_AT })),
    ...over,
  })
  openConsole(`/inferenceModel?view=runs${search}`, MANAGER)
  const table = await screen.findByRole('table', { name: 'Runs' })
  await within(table).findByRole('link', { name: 'line-3-10' })
  const lists = () => server.calls('GET /streamhistories').map(({ query }) => new URLSearchParams(query))
  // Besides the list, the page reads the newest run, to know which ones are new.
  const asked = () => lists().findLast((query) => query.get('page_size') !== '1') ?? new URLSearchParams()
  return { server, table, asked, user: userEvent.setup() }
}

test('lists the runs with the reason of a failure and the columns of the address', async () => {
  const { table, asked } = await openRuns('&columns=reason%3Bfigure%3Aaccuracy')
  screen.getByRole('heading', { name: 'Runs', level: 1 })
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    '',
    'Run',
    'Reason or note',
    'accuracy',
    'Actions',
  ])
  const row = within(table).getByRole('link', { name: 'line-3-10' }).closest('tr')
  expect(row?.textContent).toContain('KeyError: label_id')
  expect(row?.textContent).toContain('0.9123')
  expect(asked().get('figures')).toBe('accuracy')
  screen.getByText('2 of 312 runs')
  expect(await accessibilityFaults()).toEqual([])
})

test('says in the row why a run waits in the queue of a cluster', async () => {
  const detail = 'Waits in Slurm for resources that other jobs use (Resources).'
  const waiting = { ...running, state: 'starting' as const, status: 'pending', started_at: null, detail }
  const stream_histories = [waiting, failed]
  const { table } = await openRuns(
    '&columns=reason',
    fake(listRuns, () => runsOf(...stream_histories)),
  )
  // Without styles both are shown: the column, and the line below the name that replaces it.
  expect(within(table).getAllByText(detail)).toHaveLength(2)
})

test('reads pages forward and back by cursor, and goes to the first on a filter', {
  tags: ['long'],
}, async () => {
  const { asked, user } = await openRuns()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked().get('cursor')).toBe('second'))
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'State' }))
  await user.click(await screen.findByRole('checkbox', { name: 'failed' }))
  const dialog = screen.getByRole('dialog', { name: 'Filter by state' })
  await user.click(within(dialog).getByRole('button', { name: 'Filter' }))
  await waitFor(() => expect(asked().get('state')).toBe('failed'))
  expect(asked().get('cursor')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Remove filter State' }))
  await waitFor(() => expect(window.location.search).not.toContain('state'))
})

test('keeps the focus in the search while it is typed', { tags: ['long'] }, async () => {
  const { asked, user } = await openRuns()
  await user.type(screen.getByRole('searchbox', { name: 'Search runs' }), 'line')
  await waitFor(() => expect(asked().get('q')).toBe('line'))
})

test('filters by a condition on a figure, and keeps it in the address', { tags: ['long'] }, async () => {
  const { asked, user } = await openRuns('&figure=loss<1')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Figure' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Name' }), 'accuracy')
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '0.9{Enter}')
  await waitFor(() => expect(asked().getAll('figure')).toEqual(['loss<1', 'accuracy>0.9']))
})

test('retries all matching runs after one question, and names the ones that failed', async () => {
  const rows = [running, failed]
  const { server, table, user } = await openRuns('&state=failed', {
    ...fake(listRuns, () => ({
      stream_histories: rows,
      total: 310 + rows.length,
      total_is_capped: false,
      next_cursor: null,
    })),
    ...fake(countRuns, () => ({
      total: 312,
      stop: 0,
      retry: 312,
      delete: 312,
      before: COUNTED_AT,
    })),
    ...fake(retryRuns, () => {
      rows.push(listed('line-3-13', { created_at: '2026-11-22T10:00:00.000Z' }))
      return { done: 311, failed: [{ id: failed.id, detail: 'Its data are gone.' }], failed_count: 1 }
    }),
  })
  await user.click(within(table).getByRole('checkbox', { name: 'Select line-3-10' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 312 that match' }))
  await user.click(await screen.findByRole('button', { name: 'Retry 312' }))
  const question = await screen.findByRole('alertdialog', { name: 'Retry 312 runs?' })
  await user.click(within(question).getByRole('button', { name: 'Retry 312' }))
  const outcome = await screen.findByRole('alertdialog', { name: '311 runs were started again.' })
  expect(outcome.textContent).toContain('line-3-10: Its data are gone.')
  expect(server.calls('POST /streamhistories/retry')[0]?.body).toEqual({
    filter: { state: 'failed' },
    before: COUNTED_AT,
  })
  // Newer runs stay out of the selection even when it is counted again.
  await user.click(within(outcome).getByRole('button', { name: 'OK' }))
  await waitFor(() =>
    expect(server.calls('POST /streamhistories/count').at(-1)?.body).toEqual({
      filter: { state: 'failed' },
      before: COUNTED_AT,
    }),
  )
  const isSelected = (name: string) =>
    within(table).getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` }).checked
  await within(table).findByRole('link', { name: 'line-3-13' })
  expect(['line-3-10', 'line-3-13'].map(isSelected)).toEqual([true, false])
  screen.getByText('312 runs selected')
})

test('adds a column from the names that runs have, and restores the default', async () => {
  const { table, user } = await openRuns()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('checkbox', { name: /^train.epochs/ }))
  await waitFor(() => expect(table.textContent).toContain('train.epochs'))
  await user.click(screen.getByRole('button', { name: 'Back to default' }))
  await waitFor(() => expect(window.location.search).not.toContain('columns'))
})

test('shows the time that a link filters by as a date and time, and counts one match', async () => {
  const at = '2026-11-16T09:42:00.000Z'
  await openRuns(`&from=${encodeURIComponent(at)}`, fake(listRuns, runsOf(failed)))
  expect(screen.getByText(formatDateTime(at))).toBeTruthy()
  await screen.findByText('1 run that matches')
})

test('keeps the row and its figures in place after a live change', async () => {
  const { server, table } = await openRuns('&columns=state%3Bfigure%3Aaccuracy')
  server.change({ ...runCalled('line-3-12', { ...RUNNING, state: 'succeeded' }), progress: null })
  const row = within(table).getByRole('link', { name: 'line-3-12' }).closest('tr') as HTMLElement
  await within(row).findByText('succeeded')
  expect(row.textContent).toContain('0.9123')
})

test('counts the new runs that match the filters, and shows them on request', async () => {
  let total = 0
  const { server, table, user } = await openRuns(
    '&state=failed&from=2026-11-01&cursor=second',
    fake(countRuns, () => ({ total, stop: 0, retry: 0, delete: 0, before: COUNTED_AT })),
  )
  await waitFor(() => expect(server.connections()).toBe(1))
  const change = (name: string, created_at: string, state: 'queued' | 'failed') =>
    server.change({ ...runCalled(name, { created_at, state }), progress: null })
  const counted = () => server.calls('POST /streamhistories/count')
  change('line-3-2', '2026-11-02T09:00:00.000Z', 'failed')
  change('line-3-13', '2026-11-21T09:00:00.000Z', 'queued')
  await waitFor(() => expect(counted()).toHaveLength(1))
  // Counts only runs after the newest known one.
  expect(counted()[0]?.body).toEqual({ filter: { state: 'failed', from: '2026-11-20T09:00:00.001Z' } })
  expect(screen.queryByText(/new run/)).toBeNull()
  total = 1
  change('line-3-13', '2026-11-21T09:00:00.000Z', 'failed')
  await screen.findByText('1 new run.')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(window.location.search).not.toContain('cursor'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Runs', level: 1 }))
  within(table).getByRole('link', { name: 'line-3-10' })
})

test('exports the list and copies its link from the menu', async () => {
  const { user } = await openRuns('&state=failed')
  await user.click(screen.getByRole('button', { name: 'More for this list' }))
  await screen.findByRole('menuitem', { name: 'Export CSV' })
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  await screen.findByText('The link is copied.')
  expect(await navigator.clipboard.readText()).toBe(window.location.href)
})

test('stars a run in its row', async () => {
  const starred = new Set<string>()
  const { server, table, user } = await openRuns('', {
    ...fake(listRuns, () =>
      runsOf(...[running, failed].map((run) => ({ ...run, star: starred.has(run.id) }))),
    ),
    ...fake(describeRun, failed, () => {
      starred.add(failed.id)
      return runCalled('line-3-10', { star: true })
    }),
  })
  const star = within(table).getByRole('button', { name: 'Star line-3-10' })
  expect(star.getAttribute('aria-pressed')).toBe('false')
  await user.click(star)
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
  expect(server.calls(`PATCH /streamhistories/${failed.id}`)[0]?.body).toEqual({ star: true })
})

test('shows in the menu of a run which actions are possible, and why the others are not', async () => {
  const { server, table, user } = await openRuns('', fake(retryRun, failed, runCalled('line-3-13', RUNNING)))
  await user.click(within(table).getByRole('button', { name: 'More for line-3-10' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-label'))).toEqual([
    'Open',
    'Stop',
    'Retry',
    'Change and run',
    'Compare with…',
    'Copy link',
    'Delete',
  ])
  within(screen.getByRole('menuitem', { name: 'Stop' })).getByText('This run has already ended.')
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  await screen.findByText('The link is copied.')
  expect(await navigator.clipboard.readText()).toMatch(/\/inferenceModel\/run\/id-line-3-10\?ws=id-poc$/)
  await user.click(within(table).getByRole('button', { name: 'More for line-3-10' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Retry' }))
  await screen.findByText('line-3-13 was started.')
  expect(server.calls(`POST /streamhistories/${failed.id}/retry`)).toHaveLength(1)
  await user.click(within(table).getByRole('button', { name: 'More for line-3-10' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Compare with…' }))
  await waitFor(() => expect(window.location.pathname).toBe('/inferenceModel/compare'))
  expect(new URLSearchParams(window.location.search).get('runs')).toBe(failed.id)
})

test('moves through rows, selects and opens them by keyboard', async () => {
  const { table, user } = await openRuns()
  await user.keyboard('jj')
  expect(document.activeElement).toBe(within(table).getByRole('link', { name: 'line-3-10' }))
  await user.keyboard('x')
  await screen.findByText('1 run selected')
  await user.keyboard('k{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/inferenceModel/run/id-line-3-12'))
})

test('reorders columns by buttons and by dragging, and keeps the order in the address', {
  tags: ['long'],
}, async () => {
  const { table, user } = await openRuns('&columns=state%3Breason%3Bduration')
  // The table is behind the dialog.
  const heads = () => within(table).getAllByRole('columnheader', { hidden: true }).slice(2, -1)
  const order = () => heads().map(({ textContent }) => textContent)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const shown = within(await screen.findByRole('list', { name: 'Shown columns' }))
  const left = shown.getByRole('button', { name: 'Move Duration to the left' })
  left.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(order()).toEqual(['State', 'Duration', 'Reason or note']))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Duration to the left')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(order()).toEqual(['Duration', 'State', 'Reason or note']))
  const [first, , last] = shown.getAllByRole('listitem')
  fireEvent.dragStart(first as HTMLElement)
  fireEvent.dragOver(last as HTMLElement)
  fireEvent.drop(last as HTMLElement)
  await waitFor(() => expect(order()).toEqual(['State', 'Reason or note', 'Duration']))
  expect(new URLSearchParams(window.location.search).get('columns')).toBe('state;reason;duration')
})

test('shows name, state, stream, start, figure and reason of a run on a phone', {
  tags: ['long'],
}, async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: media.includes('639px'), media }) as never,
  )
  const { table } = await openRuns('&columns=state%3Bduration%3Bfigure%3Aaccuracy')
  const row = within(table).getByRole('link', { name: 'line-3-10' }).closest('tr') as HTMLTableRowElement
  const shown = [...row.cells].filter(({ className }) => !className.includes('hiddenOnPhone'))
  // The checkbox, the two cells of the run, and the menu.
  expect(shown).toHaveLength(4)
  expect(shown[1]?.textContent).toBe('line-3-10failed')
  expect(shown[2]?.textContent).toContain('line-3 v 4')
  expect(shown[2]?.textContent).toContain('accuracy 0.9123')
  expect(shown[2]?.textContent).toContain('KeyError: label_id')
  within(row).getByRole('checkbox', { name: 'Select line-3-10' })
  within(row).getByRole('button', { name: 'More for line-3-10' })
  // Hidden columns can be sorted by.
  within(screen.getByRole('combobox', { name: 'Sort by' })).getByRole('option', { name: 'Duration' })
  expect(await accessibilityFaults()).toEqual([])
})
