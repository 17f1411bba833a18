import { keepPreferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import { listArtifacts, readLogIndex } from '@podium/contract/calls/run-files.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { type Gap, listSeries } from '@podium/contract/calls/run-series.ts'
import { type RunInfo, readRun } from '@podium/contract/calls/runs.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { PREFERENCES } from '../../../testing/samples.ts'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { MANAGER, serveRuns, stubLayout } from '../../runs/testing/fake-runs.ts'
import { RUNNING, runCalled } from '../../runs/testing/sample-objects.ts'

const BEGAN = Date.parse('2026-11-20T09:00:00.000Z')
type Points = [number, number, number][]

beforeEach(() => {
  stubLayout()
})

const curve = (...values: number[]): Points => values.map((value, at) => [at + 1, BEGAN + at * 1000, value])

/** Opens a run with these points. Tests may add points and announce them through the server. */
async function openFigures(
  points: Record<string, Points>,
  part: Partial<RunInfo> = {},
  over: FakeServer = {},
  gaps: Record<string, Gap[]> = {},
) {
  const run = runCalled('line-3-12', part)
  const path = `/streamhistories/${run.id}`
  const server = serveRuns({
    ...fake(readRun, run, () => run),
    ...fake(listArtifacts, run, { artifacts: [], total_bytes: 0 }),
    ...fake(readLogIndex, run, { size: 0, lines: 0, every: 100, from: 0, offsets: [] }),
    ...fake(listSeries, run, ({ query }) => {
      const asked = query.names?.split(',')
      const series = Object.entries(points)
        .filter(([name]) => asked?.includes(name) ?? true)
        .map(([name, written]) => ({
          name,
          kind: ['cpu', 'memory', 'disk'].includes(name) ? ('resource' as const) : ('figure' as const),
          unit: '',
          count: written.length,
          last: written.at(-1)?.[2] ?? null,
          gaps: gaps[name] ?? [],
          ...(asked ? { points: written } : {}),
        }))
      return { series, warnings: [] }
    }),
    ...over,
  })
  openConsole(`/inferenceModel/run/${run.id}?tab=figures`, MANAGER)
  await screen.findByRole('heading', { name: 'line-3-12', level: 1 })
  /** Returns the names whose points were requested, for each request. */
  const asked = () =>
    server.calls(`GET ${path}/series`).flatMap(({ query }) => new URLSearchParams(query).get('names') ?? [])
  return { server, points, asked, user: userEvent.setup() }
}

const chartOf = (names: string) => screen.findByRole('group', { name: new RegExp(`^${names} over steps`) })

test('reads curves point by point by keyboard, with the exact values of all lines', async () => {
  const { user } = await openFigures({ loss: curve(0.9, 0.51234567, 0.25), 'val/loss': [[2, BEGAN, 0.6]] })
  const chart = await chartOf('loss, val/loss')
  chart.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  const reading = await within(chart).findByRole('status')
  expect(reading.textContent).toContain('step 2')
  within(reading).getByText('0.51234567')
  within(reading).getByText('0.6')
  await user.keyboard('{ArrowRight}')
  within(reading).getByText('0.25')
  // A line without a point at that step shows its nearest one, with the step.
  expect(reading.textContent).toContain('0.6 at step 2')
  await user.keyboard('{Escape}')
  expect(within(chart).queryByRole('status')).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('zooms all curves together with plus, reads more points, and shows all again with 0', async () => {
  const values = Array.from({ length: 40 }, (_, at) => at / 40)
  const { user, server } = await openFigures({ loss: curve(...values), accuracy: curve(...values) })
  const chart = await chartOf('loss')
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  chart.focus()
  await user.keyboard('+')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Show all' })).toHaveLength(2))
  await waitFor(() =>
    expect(server.calls('GET /streamhistories/id-line-3-12/series').at(-1)?.query).toContain('points=2000'),
  )
  await user.keyboard('0')
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  await user.keyboard('+')
  await user.dblClick(chart)
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test('offers the table of a chart’s points, and names the content of its downloads', async () => {
  const { user } = await openFigures({ loss: curve(0.9, 0.5), 'val/loss': [[2, BEGAN, 0.6]] })
  await chartOf('loss, val/loss')
  await user.click(screen.getByRole('button', { name: 'Show loss as a table' }))
  const table = screen.getByRole('table', { name: 'loss, val/loss over steps' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['1', expect.stringContaining('2026/11/20'), '0.9', '–'],
    ['2', expect.stringContaining('2026/11/20'), '0.5', '0.6'],
  ])
  const csv = screen.getByRole('link', { name: 'Download loss as CSV' })
  expect(csv.getAttribute('href')).toBe(
    '/api/v1/streamhistories/id-line-3-12/series.csv?names=loss%2Cval%2Floss',
  )
  expect(csv.getAttribute('download')).toBe('line-3-12-loss.csv')
  expect(await accessibilityFaults()).toEqual([])
})

test('draws the last of several values at one step and says so, and draws all over time', async () => {
  const again: Points = [...curve(0.9, 0.5), [2, BEGAN + 5000, 0.4]]
  const { user } = await openFigures({ loss: again })
  const chart = await chartOf('loss')
  const remark = 'Where a step has several values, the last one is drawn.'
  screen.getByText(remark)
  chart.focus()
  await user.keyboard('{ArrowLeft}')
  expect((await within(chart).findByRole('status')).textContent).toContain('0.4')
  await user.keyboard('{ArrowLeft}')
  expect(within(chart).getByRole('status').textContent).toContain('step 1')
  await user.click(screen.getByRole('radio', { name: 'Time' }))
  await screen.findByRole('group', { name: /^loss over time/ })
  expect(screen.queryByText(remark)).toBeNull()
})

const notNumbers = (from: number, to: number): Gap => ({
  kind: 'NaN',
  count: to - from + 1,
  from,
  to,
  from_time: BEGAN + (from - 1) * 1000,
  to_time: BEGAN + (to - 1) * 1000,
  after: 2,
})

test('says where values were not numbers: below the curve, in its description, its reading and its table', async () => {
  const gaps = { loss: [notNumbers(3, 40)], grad: [notNumbers(1, 2)] }
  const metrics = { loss: 0.5 }
  const ended_in = { loss: 'NaN', grad: 'NaN' } as const
  const { user } = await openFigures({ loss: curve(0.9, 0.5), grad: [] }, { metrics, ended_in }, {}, gaps)
  const chart = await screen.findByRole('group', { name: /^loss over steps\. loss: NaN at steps 3 to 40\. / })
  screen.getByText('NaN at steps 3 to 40.')
  await screen.findByText('No value was a number.')
  chart.focus()
  await user.keyboard('{ArrowLeft}')
  const reading = await within(chart).findByRole('status')
  expect(reading.textContent).toBe('step 40lossNaN')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(reading.textContent).toBe('step 2loss0.5')
  await user.click(screen.getByRole('button', { name: 'Show loss as a table' }))
  const table = screen.getByRole('table', { name: 'loss over steps' })
  const values = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'))
    .map(([step, , value]) => [step?.textContent, value?.textContent])
  expect(values).toEqual([
    ['1', '0.9'],
    ['2', '0.5'],
    ['3', 'NaN'],
    ['40', 'NaN'],
  ])
  const figures = screen.getByRole('table', { name: 'Figures of the run' })
  within(figures).getByRole('cell', { name: '0.5 then NaN' })
  within(figures).getByRole('cell', { name: 'NaN' })
  expect(await accessibilityFaults()).toEqual([])
})

test('shows a chart in full screen until Escape', async () => {
  const { user } = await openFigures({ loss: curve(0.9, 0.5), accuracy: curve(0.1, 0.2) })
  const [chart, other] = [await chartOf('loss'), await chartOf('accuracy')]
  await user.click(screen.getByRole('button', { name: 'Show loss in full screen' }))
  expect([chart.closest('li')?.inert, other.closest('li')?.inert]).toEqual([undefined, true])
  await user.keyboard('{Escape}')
  expect(other.closest('li')?.inert).toBe(false)
})

test('reads only the figures that a live run has written since', async () => {
  const { server, points, asked } = await openFigures({ loss: curve(0.9), accuracy: curve(0.1) }, RUNNING)
  const chart = await chartOf('loss')
  await chartOf('accuracy')
  const before = asked().length
  points.loss?.push([2, BEGAN + 1000, 0.4])
  await waitFor(() => {
    server.writeSeries('loss')
    expect(asked().length).toBeGreaterThan(before)
  })
  expect(new Set(asked().slice(before))).toEqual(new Set(['loss']))
  await screen.findByText(/^Live, /)
  chart.focus()
  const user = userEvent.setup()
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(within(chart).getByRole('status').textContent).toContain('step 2'))
})

test('shows a pinned chart first, and saves the pin for the person', async () => {
  let preferences = { ...PREFERENCES, pinned_charts: [{ solution: 'other', chart: 'loss' }] }
  const { user, server } = await openFigures(
    { loss: curve(1, 2), accuracy: curve(1, 2) },
    {},
    {
      ...fake(readPreferences, () => preferences),
      ...fake(keepPreferences, ({ body }) => {
        preferences = { ...preferences, ...body } as typeof PREFERENCES
        return preferences
      }),
    },
  )
  await chartOf('accuracy')
  const titles = () =>
    within(screen.getByRole('list', { name: 'Curves' }))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
  expect(titles()).toEqual(['loss', 'accuracy'])
  await user.click(screen.getByRole('button', { name: 'Pin accuracy' }))
  await waitFor(() => expect(titles()).toEqual(['accuracy', 'loss']))
  await waitFor(() =>
    expect(server.calls('PATCH /settings/preferences').at(-1)?.body).toEqual({
      pinned_charts: [
        { solution: 'other', chart: 'loss' },
        { solution: 'id-vision', chart: 'accuracy' },
      ],
    }),
  )
  screen.getByText('1 pinned of 2')
  expect(screen.getByRole('button', { name: 'Pin accuracy' }).getAttribute('aria-pressed')).toBe('true')
})

test('draws no curve for a figure with a single value', {
  tags: ['long'],
}, async () => {
  await openFigures({ loss: curve(0.9, 0.5), rows: curve(123456), 'val/rows': curve(7) })
  await chartOf('loss')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['loss'])
  expect(await accessibilityFaults()).toEqual([])
})

test('draws figures with a single value only while the run is live', async () => {
  await openFigures({ rows: curve(344) })
  await screen.findByText('This run recorded no figures over steps')
  cleanup()
  await openFigures({ rows: curve(344) }, RUNNING)
  await chartOf('rows')
})

test('counts the values that a logarithmic scale cannot show', async () => {
  const { user } = await openFigures({ loss: curve(1, 0, -1) })
  await chartOf('loss')
  await user.click(screen.getByRole('switch', { name: 'Log scale' }))
  await screen.findByText('2 values of 0 or below cannot be shown on a logarithmic scale.')
})

test('shows resources separately, each with its use and what was granted', async () => {
  await openFigures({ cpu: curve(0.5, 1.25), memory: curve(512, 2048), disk: curve(0.25, 3) })
  const resources = await screen.findByRole('list', { name: 'Resources' })
  within(resources).getByText('Disk written')
  within(resources).getByText('3 MiB')
  await within(resources).findByText('1.25 of 2 cores')
  within(resources).getByText('2 of 4 GiB')
  within(resources).getByRole('group', { name: /^CPU in cores over time, 2 cores granted/ })
})

test('shows use and grant each in a fitting unit', async () => {
  await openFigures({ memory: curve(4, 8.25) })
  const resources = await screen.findByRole('list', { name: 'Resources' })
  within(resources).getByText('Memory')
  await within(resources).findByText('8.25 MiB of 4 GiB')
})

test('explains how to write figures if a run has none', async () => {
  await openFigures({})
  await screen.findByText('This run recorded no figures over steps')
  screen.getByText(/podium\.log\(step=step, loss=0\.2\)/)
  expect(screen.getByRole('link', { name: 'All ways to write figures' }).getAttribute('href')).toBe(
    '/guide/watch-a-training.html',
  )
  expect(await accessibilityFaults()).toEqual([])
})

test('says that the figures cannot be read, and offers to try again', async () => {
  let isBroken = true
  const { user } = await openFigures(
    {},
    {},
    fake(listSeries, { id: 'id-line-3-12' }, () =>
      isBroken ? refused(503, 'The database does not answer right now.') : { series: [], warnings: [] },
    ),
  )
  await screen.findByText('The database does not answer right now.')
  isBroken = false
  await user.click(screen.getAllByRole('button', { name: 'Retry' }).at(-1) as HTMLElement)
  await screen.findByText('This run recorded no figures over steps')
})

test('compares a figure with the last runs of its stream, and names the best if its name allows', async () => {
  const past = (name: string, figures: Record<string, number>) => ({
    ...runCalled(name),
    figures,
    parameters: {},
  })
  const { server } = await openFigures(
    {},
    { metrics: { accuracy: 0.98, loss: 0.3, rows: 344, recall: 0.7, 'f1 (cat, dog)': 1 } },
    fake(listRuns, () => ({
      stream_histories: [
        past('line-3-11', { accuracy: 0.9, loss: 0.25, rows: 344, recall: 0.7 }),
        past('line-3-10', { accuracy: 0.8, loss: 0.5, rows: 300, recall: 0.7 }),
      ],
      total: 2,
      total_is_capped: false,
      next_cursor: null,
    })),
  )
  const table = await screen.findByRole('table', { name: 'Figures of the run' })
  await within(table).findByRole('img', { name: 'accuracy over 3 runs: from 0.8 to 0.98' })
  within(table).getByRole('cell', { name: 'accuracy best here' })
  within(table).getByRole('cell', { name: 'loss best 0.25' })
  within(table).getByRole('cell', { name: 'rows' })
  within(table).getByRole('cell', { name: 'recall equals the best' })
  const { query } = server.calls('GET /streamhistories').at(-1) ?? {}
  expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
    stream_id: 'id-line-3',
    state: 'succeeded',
    figures: 'accuracy,loss,rows,recall,"f1 (cat, dog)"',
  })
})

test('shows some of many figures, and all on request', async () => {
  const metrics = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`metric_${at}`, at]))
  const { user } = await openFigures({}, { metrics })
  const table = await screen.findByRole('table', { name: 'Figures of the run' })
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 12)
  await user.click(screen.getByRole('button', { name: 'Show all 40 figures' }))
  expect(within(table).getAllByRole('row')).toHaveLength(1 + 40)
})
