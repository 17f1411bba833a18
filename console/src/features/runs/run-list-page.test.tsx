import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { formatDateTime } from '../../format/date-time.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MANAGER, serveRuns } from './testing/fake-runs.ts'
import { RUNNING, runCalled } from './testing/sample-objects.ts'

const listed = (name: string, part = {}) => ({
  ...runCalled(name, part),
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

async function openRuns(search = '', over = {}) {
  const server = serveRuns({
    'GET /streamhistories': () => ({
      stream_histories: [running, failed],
      total: 312,
      total_is_capped: false,
      next_cursor: 'second',
    }),
    'GET /streamhistories/names': () => NAMES,
    'POST /streamhistories/count': () => ({ total: 2, stop: 1, retry: 1, delete: 1, before: COUNTED_AT }),
    ...over,
  })
  openConsole(`/inferenceModel?view=runs${search}`, MANAGER)
  const table = await screen.findByRole('table', { name: 'Runs' })
  await within(table).findByRole('link', { name: 'line-3-10' })
  const lists = () => server.calls('GET /streamhistories').map(({ query }) => new URLSearchParams(query))
  // besides the list the newest run is asked for, to know what came since
  const asked = () => lists().findLast((query) => query.get('page_size') !== '1') ?? new URLSearchParams()
  return { server, table, asked, user: userEvent.setup() }
}

test('the runs stand in one list, with the sentence of a failure and the columns of the address', async () => {
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

test('a run that waits in the queue of a cluster says in its row for what', async () => {
  const detail = 'Waits in Slurm for resources that other jobs use (Resources).'
  const waiting = { ...running, state: 'starting', status: 'pending', started_at: null, detail }
  const stream_histories = [waiting, failed]
  const { table } = await openRuns('&columns=reason', {
    'GET /streamhistories': () => ({ stream_histories, total: 2, total_is_capped: false, next_cursor: null }),
  })
  // Without styles both places are shown: its column, and the line below its name where there is none.
  expect(within(table).getAllByText(detail)).toHaveLength(2)
})

test('pages are read on by cursor and back again, and a filter leads to the first', {
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

test('a search keeps the focus while it is typed', { tags: ['long'] }, async () => {
  const { asked, user } = await openRuns()
  await user.type(screen.getByRole('searchbox', { name: 'Search runs' }), 'line')
  await waitFor(() => expect(asked().get('q')).toBe('line'))
})

test('a condition on a figure stands in the address and is asked for', { tags: ['long'] }, async () => {
  const { asked, user } = await openRuns('&figure=loss<1')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Figure' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Name' }), 'accuracy')
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '0.9{Enter}')
  await waitFor(() => expect(asked().getAll('figure')).toEqual(['loss<1', 'accuracy>0.9']))
})

test('all that match are retried after one question, and those that were not are named', async () => {
  const rows = [running, failed]
  const { server, table, user } = await openRuns('&state=failed', {
    'GET /streamhistories': () => ({
      stream_histories: rows,
      total: 310 + rows.length,
      total_is_capped: false,
      next_cursor: null,
    }),
    'POST /streamhistories/count': () => ({
      total: 312,
      stop: 0,
      retry: 312,
      delete: 312,
      before: COUNTED_AT,
    }),
    'POST /streamhistories/retry': () => {
      rows.push(listed('line-3-13', { created_at: '2026-11-22T10:00:00.000Z' }))
      return { done: 311, failed: [{ id: failed.id, detail: 'Its data are gone.' }], failed_count: 1 }
    },
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
  // Runs that came since stay out of the selection also where it is counted again.
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

test('columns are added from what runs have, and go back to the default', async () => {
  const { table, user } = await openRuns()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('checkbox', { name: /^train.epochs/ }))
  await waitFor(() => expect(table.textContent).toContain('train.epochs'))
  await user.click(screen.getByRole('button', { name: 'Back to default' }))
  await waitFor(() => expect(window.location.search).not.toContain('columns'))
})

test('a moment that a link filters by is shown as on a clock, and one run matches', async () => {
  const at = '2026-11-16T09:42:00.000Z'
  await openRuns(`&from=${encodeURIComponent(at)}`, {
    'GET /streamhistories': () => ({ stream_histories: [failed], total: 1, next_cursor: null }),
  })
  expect(screen.getByText(formatDateTime(at))).toBeTruthy()
  await screen.findByText('1 run that matches')
})

test('a live change keeps the row in its place, with its figures', async () => {
  const { server, table } = await openRuns('&columns=state%3Bfigure%3Aaccuracy')
  server.change({ ...runCalled('line-3-12', { ...RUNNING, state: 'succeeded' }), progress: null })
  const row = within(table).getByRole('link', { name: 'line-3-12' }).closest('tr') as HTMLElement
  await within(row).findByText('succeeded')
  expect(row.textContent).toContain('0.9123')
})

test('new runs are counted as far as they meet the filters, and shown when wanted', async () => {
  let total = 0
  const { server, table, user } = await openRuns('&state=failed&from=2026-11-01&cursor=second', {
    'POST /streamhistories/count': () => ({ total, stop: 0, retry: 0, delete: 0 }),
  })
  await waitFor(() => expect(server.connections()).toBe(1))
  const change = (name: string, created_at: string, state: 'queued' | 'failed') =>
    server.change({ ...runCalled(name, { created_at, state }), progress: null })
  const counted = () => server.calls('POST /streamhistories/count')
  change('line-3-2', '2026-11-02T09:00:00.000Z', 'failed')
  change('line-3-13', '2026-11-21T09:00:00.000Z', 'queued')
  await waitFor(() => expect(counted()).toHaveLength(1))
  // those after the newest run that was there
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

test('the list is handed on from its menu', async () => {
  const { user } = await openRuns('&state=failed')
  await user.click(screen.getByRole('button', { name: 'More for this list' }))
  await screen.findByRole('menuitem', { name: 'Export CSV' })
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  await screen.findByText('The link is copied.')
  expect(await navigator.clipboard.readText()).toBe(window.location.href)
})

test('a run gets a star in its row', async () => {
  const starred = new Set<string>()
  const { server, table, user } = await openRuns('', {
    'GET /streamhistories': () => ({
      stream_histories: [running, failed].map((run) => ({ ...run, star: starred.has(run.id) })),
      total: 2,
      total_is_capped: false,
      next_cursor: null,
    }),
    [`PATCH /streamhistories/${failed.id}`]: () => {
      starred.add(failed.id)
      return { ...failed, star: true }
    },
  })
  const star = within(table).getByRole('button', { name: 'Star line-3-10' })
  expect(star.getAttribute('aria-pressed')).toBe('false')
  await user.click(star)
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
  expect(server.calls(`PATCH /streamhistories/${failed.id}`)[0]?.body).toEqual({ star: true })
})

test('the menu of a run holds what it permits, and why not the rest', async () => {
  const { server, table, user } = await openRuns('', {
    [`POST /streamhistories/${failed.id}/retry`]: () => runCalled('line-3-13', RUNNING),
  })
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

test('rows are gone through, selected and opened by keyboard', async () => {
  const { table, user } = await openRuns()
  await user.keyboard('jj')
  expect(document.activeElement).toBe(within(table).getByRole('link', { name: 'line-3-10' }))
  await user.keyboard('x')
  await screen.findByText('1 run selected')
  await user.keyboard('k{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/inferenceModel/run/id-line-3-12'))
})

test('columns are put in another order by their buttons and by dragging, and the address keeps it', {
  tags: ['long'],
}, async () => {
  const { table, user } = await openRuns('&columns=state%3Breason%3Bduration')
  // behind the dialog
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

test('on a phone a run is its name and state, its stream, start and figure, and why it failed', {
  tags: ['long'],
}, async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: media.includes('639px'), media }) as never,
  )
  const { table } = await openRuns('&columns=state%3Bduration%3Bfigure%3Aaccuracy')
  const row = within(table).getByRole('link', { name: 'line-3-10' }).closest('tr') as HTMLTableRowElement
  const shown = [...row.cells].filter(({ className }) => !className.includes('hiddenOnPhone'))
  // the box, the two cells of the record, and the menu
  expect(shown).toHaveLength(4)
  expect(shown[1]?.textContent).toBe('line-3-10failed')
  expect(shown[2]?.textContent).toContain('line-3 v 4')
  expect(shown[2]?.textContent).toContain('accuracy 0.9123')
  expect(shown[2]?.textContent).toContain('KeyError: label_id')
  within(row).getByRole('checkbox', { name: 'Select line-3-10' })
  within(row).getByRole('button', { name: 'More for line-3-10' })
  // what is not shown can be sorted by
  within(screen.getByRole('combobox', { name: 'Sort by' })).getByRole('option', { name: 'Duration' })
  expect(await accessibilityFaults()).toEqual([])
})
