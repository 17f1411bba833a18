import type { ComparedRun } from '@podium/contract/run-comparison.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openConsole } from '../../../testing/open-console.tsx'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { MEMBER, serveRuns, stubLayout } from '../testing/fake-runs.ts'
import { RUNNING, runCalled } from '../testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

const compared = (name: string, part: Partial<ComparedRun> = {}): ComparedRun => ({
  ...runCalled(name),
  code: 'same',
  pictures: [],
  ...part,
})

const RUNS = [
  compared('line-3-12', { ...RUNNING, metrics: { accuracy: 0.95, loss: 0.4 } }),
  compared('line-3-11', {
    metrics: { accuracy: 0.9213, loss: 0.3352 },
    parameters: { train: { epochs: 40, backbone: 'resnet18', rate: 0.0001 } },
    series: ['loss'],
    pictures: ['plots/confusion.png'],
  }),
  compared('line-3-9', {
    metrics: { accuracy: 0.9081, loss: 0.3604 },
    parameters: { train: { epochs: 30, backbone: 'resnet18', rate: 0.1 } },
    series: ['loss'],
    pictures: ['plots/confusion.png'],
  }),
]

/** The page that compares these, and the names of its columns as they stand. */
async function openComparison(names: string, rest = '') {
  const server = serveRuns({
    'GET /streamhistories/compare': ({ query }) => ({
      runs: (query.get('runs') ?? '').split(',').flatMap((id) => RUNS.find((run) => run.id === id) ?? []),
    }),
    'GET /streamhistories': () => ({
      stream_histories: RUNS.map((run) => ({ ...run, star: false, figures: {} })),
      total: 3,
      total_is_capped: false,
      next_cursor: null,
    }),
    'GET /streamhistories/id-line-3-9/series': () => ({ series: [], warnings: [] }),
    'GET /streamhistories/id-line-3-11/series': () => ({
      series: [
        {
          name: 'loss',
          kind: 'figure',
          unit: '',
          count: 2,
          last: 0.3,
          points: [
            [1, 0, 1],
            [2, 1, 0.3],
          ],
        },
      ],
      warnings: [],
    }),
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

test('what differs stands in a table, the best of the ended runs and what is unlike the baseline marked', async () => {
  const { cells, rows, table } = await openComparison('line-3-12 line-3-11 line-3-9', '&against=id-line-3-11')
  screen.getByRole('heading', { name: 'Compare 3 runs', level: 1 })
  expect(cells('accuracy').map(({ textContent }) => textContent)).toEqual(['0.95', '0.9213 (best)', '0.9081'])
  expect(cells('loss').map(({ textContent }) => textContent)).toEqual(['0.4', '0.3352 (best)', '0.3604'])
  expect(cells('train.rate').map(({ textContent }) => textContent)).toEqual(['–', '0.0001', '0.1'])
  expect(cells('train.epochs').map(({ className }) => className.includes('unlike'))).toEqual([
    false,
    false,
    true,
  ])
  expect(rows()).not.toContain('train.backbone')
  within(table).getByText(/2 of 3 differ; bold is unlike line-3-11/)
  within(table).getByText(/the same program in all/)
  expect(await accessibilityFaults()).toEqual([])
})

test('columns are moved, taken away and added, and the address is the comparison', async () => {
  const { user, columns, rows } = await openComparison('line-3-12 line-3-11')
  const runs = () => new URLSearchParams(window.location.search).get('runs')
  await user.click(screen.getByRole('button', { name: 'Move line-3-12 right' }))
  await waitFor(() => expect(columns()).toEqual(['line-3-11', 'line-3-12']))
  expect(runs()).toBe('id-line-3-11,id-line-3-12')
  await user.click(screen.getByRole('button', { name: 'Add a run' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a run' })
  await user.click(await within(dialog).findByRole('button', { name: 'Add line-3-9' }))
  await waitFor(() => expect(columns()).toEqual(['line-3-11', 'line-3-12', 'line-3-9']))
  await user.click(screen.getByRole('button', { name: 'Remove line-3-12' }))
  await waitFor(() => expect(columns()).toEqual(['line-3-11', 'line-3-9']))
  expect(runs()).toBe('id-line-3-11,id-line-3-9')
  await user.click(screen.getByRole('switch', { name: 'Only what differs' }))
  await waitFor(() => expect(rows()).toContain('train.backbone'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Against' }), 'Against line-3-9')
  await waitFor(() => expect(window.location.search).toContain('against=id-line-3-9'))
  expect(window.location.search).toContain('only=all')
})

test('a run that is gone is told, and one alone has nothing to be compared with', async () => {
  await openComparison('line-3-12 line-3-11 gone')
  await screen.findByText('1 run of this address is not in this workspace any more.')
})

test('a figure is drawn over the steps, a parameter against a figure, and pictures of a name stand side by side', async () => {
  const { user, server } = await openComparison('line-3-12 line-3-11 line-3-9')
  await screen.findByRole('group', { name: /^loss of 1 run/ })
  expect(server.calls('GET /streamhistories/id-line-3-11/series')[0]?.query).toContain(
    'names=loss&points=500',
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Parameter' }), 'train.rate')
  await screen.findByRole('group', { name: 'train.rate against accuracy of 2 runs' })
  screen.getByRole('button', { name: 'line-3-11: train.rate, logarithmic 0.0001, accuracy 0.9213' })
  expect(window.location.search).toContain('x=train.rate')
  const pictures = screen.getByRole('region', { name: 'plots/confusion.png' })
  expect(
    within(pictures)
      .getAllByRole('img')
      .map((picture) => picture.getAttribute('alt')),
  ).toEqual(['plots/confusion.png of line-3-11', 'plots/confusion.png of line-3-9'])
  expect(await accessibilityFaults()).toEqual([])
})
