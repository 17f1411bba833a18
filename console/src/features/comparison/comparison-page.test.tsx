import { type ComparedRun, compareRuns } from '@podium/contract/calls/run-comparison.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { listSeries } from '@podium/contract/calls/run-series.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MEMBER, serveRuns, stubLayout } from '../runs/testing/fake-runs.ts'
import { RUNNING, runCalled } from '../runs/testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

const compared = (name: string, part: Partial<ComparedRun> = {}): ComparedRun => ({
  ...runCalled(name),
  code: 'same',
  packages: null,
  configuration: {},
  pictures: [],
  ...part,
})

const RUNS = [
  compared('line-3-12', { ...RUNNING, metrics: { accuracy: 0.95, loss: 0.4 } }),
  compared('line-3-11', {
    metrics: { accuracy: 0.9213, loss: 0.3352 },
    parameters: { train: { epochs: 40, backbone: 'resnet18', rate: 0.0001, mirrored: true } },
    configuration: { 'model.dropout': 0.2, 'model.name': 'gpt' },
    series: ['loss'],
    pictures: ['plots/confusion.png'],
  }),
  compared('line-3-9', {
    created_at: '2026-11-19T08:00:00.000Z',
    metrics: { accuracy: 0.9081, loss: 0.3604 },
    ended_in: { loss: 'NaN', grad: 'inf' },
    parameters: { train: { epochs: 30, backbone: 'resnet18', rate: 0.1, mirrored: false } },
    configuration: { 'model.dropout': 0.1, 'model.name': 'gpt' },
    series: ['loss'],
    pictures: ['plots/confusion.png'],
  }),
]

/** Opens the comparison of these runs, and returns readers for its columns, rows and cells. */
async function openComparison(names: string, rest = '') {
  const server = serveRuns({
    ...fake(compareRuns, ({ query }) => ({
      runs: (query.runs ?? '').split(',').flatMap((id) => RUNS.find((run) => run.id === id) ?? []),
    })),
    ...fake(listRuns, () => ({
      stream_histories: RUNS.map((run) => ({ ...run, star: false, figures: {} })),
      total: 3,
      total_is_capped: false,
      next_cursor: null,
    })),
    ...fake(listSeries, { id: 'id-line-3-9' }, { series: [], warnings: [] }),
    ...fake(
      listSeries,
      { id: 'id-line-3-11' },
      {
        series: [
          {
            name: 'loss',
            kind: 'figure',
            unit: '',
            count: 2,
            last: 0.3,
            gaps: [],
            points: [
              [1, 0, 1],
              [2, 1, 0.3],
            ],
          },
        ],
        warnings: [],
      },
    ),
  })
  const ids = names.split(' ').map((name) => `id-${name}`)
  openConsole(`/inferenceModel/compare?runs=${ids.join(',')}${rest}`, MEMBER)
  const table = await screen.findByRole('table', { name: 'Differences' })
  const columns = () =>
    within(table)
      .getAllByRole('columnheader')
      .flatMap((head) => head.getAttribute('aria-label') ?? [])
  const rows = () =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  const cells = (name: string) => {
    const row = within(table).getByRole('rowheader', { name }).closest('tr')
    return [...(row?.querySelectorAll('td') ?? [])]
  }
  return { server, table, columns, rows, cells, user: userEvent.setup() }
}

test('lists the differences in a table, and marks the best ended run and deviations from the baseline', async () => {
  const { cells, rows, table } = await openComparison('line-3-12 line-3-11 line-3-9', '&against=id-line-3-11')
  screen.getByRole('heading', { name: 'Compare 3 runs', level: 1 })
  screen.getByText('Stream line-3, vision v 4')
  expect(cells('accuracy').map(({ textContent }) => textContent)).toEqual(['0.95', '0.9213 (best)', '0.9081'])
  expect(cells('loss').map(({ textContent }) => textContent)).toEqual([
    '0.4',
    '0.3352 (best)',
    '0.3604, then NaN',
  ])
  expect(cells('grad').map(({ textContent }) => textContent)).toEqual(['–', '–', 'infinity'])
  expect(cells('rate').map(({ textContent }) => textContent)).toEqual(['–', '0.0001', '0.1'])
  expect(cells('epochs').map(({ className }) => className.includes('unlike'))).toEqual([false, false, true])
  expect(rows()).not.toContain('backbone')
  within(table).getByText('3 of 4 differ · tinted: differs from the baseline')
  within(table).getByText('Same code')
  within(within(table).getByRole('columnheader', { name: 'line-3-11' })).getByText('Baseline')
  expect(await accessibilityFaults()).toEqual([])
})

test('compares the configuration like parameters, in the table and against a figure', async () => {
  const { cells, rows, user } = await openComparison('line-3-11 line-3-9')
  expect(cells('model.dropout').map(({ textContent }) => textContent)).toEqual(['0.2', '0.1'])
  expect(rows()).not.toContain('model.name')
  const chosen = await screen.findByRole('combobox', { name: 'Parameter' })
  await user.selectOptions(chosen, 'configuration: model.dropout')
  await waitFor(() =>
    expect(new URLSearchParams(location.search).get('x')).toBe('configuration: model.dropout'),
  )
})

test('moves, removes and adds columns, and keeps the comparison in the address', {
  tags: ['long'],
}, async () => {
  const { user, columns, rows } = await openComparison('line-3-12 line-3-11')
  const runs = () => new URLSearchParams(window.location.search).get('runs')
  await user.click(screen.getByRole('button', { name: 'Move line-3-12 right' }))
  await waitFor(() => expect(columns()).toEqual(['line-3-11', 'line-3-12']))
  expect(runs()).toBe('id-line-3-11,id-line-3-12')
  await user.click(screen.getByRole('button', { name: 'Add Run' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add Run' })
  await user.click(await within(dialog).findByRole('button', { name: 'Add line-3-9' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Run' })))
  await waitFor(() => expect(columns()).toEqual(['line-3-11', 'line-3-12', 'line-3-9']))
  await user.click(screen.getByRole('button', { name: 'Remove line-3-12' }))
  await waitFor(() => expect(columns()).toEqual(['line-3-11', 'line-3-9']))
  expect(runs()).toBe('id-line-3-11,id-line-3-9')
  await user.click(screen.getByRole('switch', { name: 'Only differences' }))
  await waitFor(() => expect(rows()).toContain('backbone'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Baseline' }), 'Baseline: line-3-9')
  await waitFor(() => expect(window.location.search).toContain('against=id-line-3-9'))
  expect(window.location.search).toContain('only=all')
})

test('takes the newest run with figures as the baseline, and shows identical rows on request', async () => {
  const { user, rows, table } = await openComparison('line-3-9 line-3-11')
  const baseline = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Baseline' })
  expect(baseline.value).toBe('id-line-3-11')
  expect(rows()).not.toContain('backbone')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(rows()).toContain('backbone'))
  expect(screen.queryByText(/identical row/)).toBeNull()
  expect(document.activeElement).toBe(table.parentElement)
})

test('says that a run is gone, and names the workspace if all are', async () => {
  await openComparison('line-3-12 line-3-11 gone')
  await screen.findByText('1 run in this address is no longer in this workspace.')
  serveRuns(fake(compareRuns, { runs: [] }))
  openConsole('/inferenceModel/compare?runs=gone,other', MEMBER)
  await screen.findByText('These runs are no longer in poc.')
})

test('asks for another run if the comparison has only one', async () => {
  await openComparison('line-3-12 line-3-11')
  openConsole('/inferenceModel/compare?runs=id-line-3-12', MEMBER)
  await screen.findByText('One run is chosen. Add the run to compare it with.')
})

test('focuses the next run after one is removed', async () => {
  const { user } = await openComparison('line-3-12 line-3-11 line-3-9')
  screen.getByRole('button', { name: 'Remove line-3-11' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Compare 2 runs', level: 1 })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove line-3-9' }))
})

test('reads the points of the scatter by arrow keys, rings the best, and offers a table of them', {
  tags: ['long'],
}, async () => {
  const { user } = await openComparison('line-3-12 line-3-11 line-3-9')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Parameter' }), 'rate')
  const best = screen.getByRole('button', { name: 'line-3-11: rate 0.0001, accuracy 0.9213, the best' })
  const other = screen.getByRole('button', { name: 'line-3-9: rate 0.1, accuracy 0.9081' })
  expect([best, other].map((point) => point.previousElementSibling?.nodeName)).toEqual(['circle', undefined])
  best.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(other)
  expect(best.tabIndex).toBe(-1)
  await user.click(screen.getByRole('button', { name: 'Show rate and accuracy as a table' }))
  const table = screen.getByRole('table', { name: 'rate against accuracy of 2 runs' })
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['line-3-110.00010.9213 (best)', 'line-3-90.10.9081'])
  expect(await accessibilityFaults()).toEqual([])
})

test('draws an axis of values for a parameter that is not a number', async () => {
  const { user } = await openComparison('line-3-12 line-3-11 line-3-9')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Parameter' }), 'mirrored')
  const scatter = await screen.findByRole('group', { name: /^mirrored against accuracy of 2 runs/ })
  expect([...scatter.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['false', 'true']),
  )
  screen.getByRole('button', { name: 'line-3-9: mirrored false, accuracy 0.9081' })
})

const isInert = (part: HTMLElement | null): boolean =>
  part !== null && (part.inert || isInert(part.parentElement))

test('shows curves in full screen until Escape, and makes the page behind them unreachable', async () => {
  const { user, table } = await openComparison('line-3-11 line-3-9')
  const chart = await screen.findByRole('group', { name: /^loss of 1 run/ })
  await user.click(screen.getByRole('button', { name: 'Show loss in full screen' }))
  expect([isInert(table), isInert(chart)]).toEqual([true, false])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leave full screen' }))
  chart.focus()
  await user.keyboard('{ArrowRight}{Escape}')
  screen.getByRole('button', { name: 'Leave full screen' })
  await user.keyboard('{Escape}')
  screen.getByRole('button', { name: 'Show loss in full screen' })
  expect(isInert(table)).toBe(false)
})

test('shows in which packages runs differ', async () => {
  serveRuns(
    fake(compareRuns, () => ({
      runs: [
        compared('line-3-12', { packages: { numpy: '2.2.2', torch: '2.6.0', tqdm: '4.67.1' } }),
        compared('line-3-11', { packages: { numpy: '2.2.2', torch: '2.5.1' } }),
        compared('line-3-10'),
      ],
    })),
  )
  openConsole('/inferenceModel/compare?runs=id-line-3-12,id-line-3-11,id-line-3-10', MEMBER)
  const table = within(await screen.findByRole('table', { name: 'Differences' }))
  table.getByText('2 of 3 differ, 1 run without a list')
  expect(table.getByRole('row', { name: /^torch/ }).textContent).toBe('torch2.6.02.5.1–')
  expect(table.getByRole('row', { name: /^tqdm/ }).textContent).toBe('tqdm4.67.1––')
  expect(table.queryByRole('row', { name: /^numpy/ })).toBeNull()
})

test('draws a figure over the steps and a parameter against a figure, and shows pictures of a name side by side', {
  tags: ['long'],
}, async () => {
  const { user, server } = await openComparison('line-3-12 line-3-11 line-3-9')
  await screen.findByRole('group', { name: /^loss of 1 run/ })
  expect(server.calls('GET /streamhistories/id-line-3-11/series')[0]?.query).toContain(
    'names=loss&points=500',
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Parameter' }), 'rate')
  await screen.findByRole('group', { name: /^rate against accuracy of 2 runs/ })
  expect(window.location.search).toContain('x=rate')
  screen.getByText('The best run has a ring. 1 run without rate or accuracy is not shown.')
  const pictures = screen.getByRole('region', { name: 'plots/confusion.png' })
  expect(
    within(pictures)
      .getAllByRole('img')
      .map((picture) => picture.getAttribute('alt')),
  ).toEqual(['plots/confusion.png of line-3-11', 'plots/confusion.png of line-3-9'])
  expect(await accessibilityFaults()).toEqual([])
})
