import { readRetention } from '@podium/contract/calls/retention.ts'
import { listArtifacts, previewArtifact, readLog, readLogIndex } from '@podium/contract/calls/run-files.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { countRuns, retryRuns } from '@podium/contract/calls/run-selection.ts'
import { describeRun, type RunInfo, readRun } from '@podium/contract/calls/runs.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { openRun } from '../runs/testing/open-run.ts'
import { listedRun, RUNNING, runCalled } from '../runs/testing/sample-objects.ts'

const at = '2026-11-20T09:40:00.000Z'

beforeEach(() => {
  stubLayout()
})

const FAILED = {
  state: 'failed',
  status: 'failed',
  model_version: '',
  exit_code: 1,
  detail: "Exit code 1; last line: KeyError: 'label_id'",
  failure: {
    key: 'key-1',
    title: "KeyError: 'label_id'",
    place: 'steps/labels.py:58',
    log_type: 'process',
    line: 2,
    alike: 1,
  },
  steps: [
    { name: 'input', started_at: '2026-11-20T09:01:00.000Z', ended_at: '2026-11-20T09:41:00.000Z' },
    { name: 'train', started_at: '2026-11-20T09:41:00.000Z', ended_at: '2026-11-20T09:42:07.000Z' },
  ],
} as const satisfies Partial<RunInfo>

const THREE_LINES = {
  ...fake(
    readLogIndex,
    { id: 'id-line-3-12' },
    {
      size: 14,
      lines: 3,
      every: 100,
      from: 0,
      offsets: [0],
    },
  ),
  ...fake(readLog, { id: 'id-line-3-12' }, () => new Response('one\ntwo\nthree\n', { status: 206 })),
}

test('says until when a log and artifacts in the trash can be restored, and links there', {
  tags: ['long'],
}, async () => {
  const { server, path, user } = await openRun(
    { logs_trashed_at: at, artifacts_trashed_at: at },
    fake(
      readRetention,
      { id: 'id-poc' },
      {
        logs: null,
        artifacts: null,
        trash_days: 14,
        revision: 1,
        updated_by: '',
        updated_at: null,
        next_at: null,
      },
    ),
    '?tab=log',
  )
  const log = within(await screen.findByRole('region', { name: 'Logs' }))
  log.getByText('The log is in the trash')
  expect((await log.findByText('2026/12/04 09:40')).tagName).toBe('TIME')
  expect(log.getByRole('link', { name: 'Open the trash' }).getAttribute('href')).toBe(
    '/settings/workspace/detail/id-poc?tab=storage',
  )
  await user.click(screen.getByRole('tab', { name: 'Artifacts' }))
  expect(await screen.findByText('The artifacts and the model are in the trash')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Model/ })).toBeNull()
  // There is nothing to read.
  for (const part of ['artifacts', 'log/index']) expect(server.calls(`GET ${path}/${part}`)).toEqual([])
  expect(await accessibilityFaults()).toEqual([])
})

test('says when retention removed a log', async () => {
  await openRun({ logs_trashed_at: at, logs_removed_at: at }, {}, '?tab=log')
  const log = within(await screen.findByRole('region', { name: 'Logs' }))
  log.getByText('The log is no longer stored')
  expect(log.queryByRole('link')).toBeNull()
})

test('shows the reason of a failure as the headline, and opens the log at its line', async () => {
  await openRun(
    { ...FAILED, log_types: ['pipeline', 'process'].map((log_type) => ({ log_type, size: 14 })) },
    THREE_LINES,
  )
  const card = screen.getByRole('region', { name: 'Why it failed' })
  within(card).getByText("KeyError: 'label_id'")
  expect(within(card).getByRole('link', { name: 'Line 3 of process.log' }).getAttribute('href')).toContain(
    '#L3',
  )
  within(card).getByText('steps/labels.py:58')
  expect(within(card).getByRole('list', { name: 'Steps' }).textContent).toBe(
    'Queued1 min 00 sinput40 min 00 strain1 min 07 s',
  )
  expect(screen.getByRole('tab', { name: /^process.log/ }).getAttribute('aria-selected')).toBe('true')
  await screen.findByText('Line 3 marked')
  expect(await accessibilityFaults()).toEqual([])
})

const COUNTED_AT = '2026-11-22T09:31:00.120Z'

test('lists runs that failed in the same way, and retries the counted ones after a question', async () => {
  const { server, user } = await openRun(
    { ...FAILED, failure: { ...FAILED.failure, alike: 3 } },
    {
      ...fake(listRuns, ({ query }) => ({
        stream_histories:
          query.failure === 'key-1'
            ? ['line-3-12', 'line-3-11', 'line-3-9'].map((name) => listedRun(name))
            : [],
        total: 3,
        total_is_capped: false,
        next_cursor: null,
      })),
      ...fake(countRuns, { total: 3, stop: 0, retry: 3, delete: 3, before: COUNTED_AT }),
      ...fake(retryRuns, { done: 3, failed: [], failed_count: 0 }),
    },
  )
  const alike = await screen.findByRole('region', { name: 'Failed the same way' })
  await within(alike).findByRole('link', { name: 'line-3-9' })
  expect(within(alike).queryByRole('link', { name: 'line-3-12' })).toBeNull()
  const retryAll = within(alike).getByRole('button', { name: 'Retry all 3' })
  await waitFor(() => expect(retryAll.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(retryAll)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retry 3' }))
  await screen.findByText('3 runs started again.')
  expect(server.calls('POST /streamhistories/retry')[0]?.body).toEqual({
    filter: { failure: 'key-1' },
    before: COUNTED_AT,
  })
})

test('shows the message of an unavailable object store at once', async () => {
  const detail = 'The object store does not answer right now.'
  const answer = fake(listArtifacts, { id: 'id-line-3-12' }, refused(503, detail))
  const { server, path } = await openRun({}, answer, '?tab=artifacts')
  await screen.findByText(detail)
  // Once for the count on the tab and once when it opens, without automatic retries.
  expect(server.calls(`GET ${path}/artifacts`).length).toBeLessThan(3)
})

test('keeps the shown tab in the address', async () => {
  const { user } = await openRun({ metrics: { loss: 1 } }, {}, '?tab=lineage')
  await screen.findByRole('heading', { name: 'Lineage' })
  expect(screen.getByRole('tab', { name: 'Lineage' }).getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('tab', { name: /^Figures/ }))
  await waitFor(() => expect(window.location.search).toContain('tab=figures'))
})

const PREVIEWS: Record<string, ReplyOf<typeof previewArtifact>> = {
  'errors.csv': {
    kind: 'table',
    columns: ['image', 'p'],
    column_count: 2000,
    rows: Array.from({ length: 60 }, (_, row) => [`${row}.png`, '0.5']),
    more: true,
    detail: 'The next row has more than 1 MiB.',
  },
  'report.md': { kind: 'text', language: 'markdown', text: '# Control set', more: false },
  'page.html': { kind: 'document' },
  'plot.png': { kind: 'image', width: 520, height: 388 },
  'best.pt': { kind: 'none', detail: 'A file of this kind is not shown here.' },
}

test('previews the artifacts without a download', async () => {
  const previews = Object.entries(PREVIEWS).map(([path, preview]) =>
    fake(previewArtifact, { id: 'id-line-3-12', path }, preview),
  )
  const { user } = await openRun(
    {},
    {
      ...fake(listArtifacts, { id: 'id-line-3-12' }, () => ({
        artifacts: Object.keys(PREVIEWS).map((path) => ({ path, size: 100, modified_at: at })),
        total_bytes: 500,
      })),
      ...Object.assign({}, ...previews),
    },
    '?tab=artifacts',
  )
  const picture = await screen.findByRole('img', { name: 'plot.png' })
  expect(picture.getAttribute('src')).toBe('/api/v1/streamhistories/id-line-3-12/shown-artifacts/plot.png')
  await user.click(screen.getByRole('link', { name: 'errors.csv' }))
  const table = await screen.findByRole('table', { name: 'errors.csv' })
  within(table).getByRole('cell', { name: '0.png' })
  screen.getByText('Rows 1 to 50 of the first 60, 2 of 2,000 columns. The next row has more than 1 MiB.')
  await user.click(screen.getByRole('button', { name: 'Rows after' }))
  within(table).getByRole('cell', { name: '59.png' })
  expect(window.location.search).toContain('file=errors.csv')
  await user.click(screen.getByRole('link', { name: 'report.md' }))
  await screen.findByRole('heading', { name: 'Control set' })
  await user.click(screen.getByRole('radio', { name: 'Source' }))
  await screen.findByText('# Control set')
  await user.click(screen.getByRole('link', { name: 'page.html' }))
  await waitFor(() => expect(document.querySelector('iframe')?.getAttribute('sandbox')).toBe(''))
  await user.click(screen.getByRole('link', { name: 'best.pt' }))
  await screen.findByText('A file of this kind is not shown here.')
})

test('stars a run, and saves its tags and note', async () => {
  const { server, user, become, path } = await openRun(
    { tags: ['night'] },
    fake(describeRun, { id: 'id-line-3-12' }, runCalled('line-3-12', { tags: ['best', 'night'] })),
    '?tab=notes',
  )
  await user.click(screen.getByRole('button', { name: 'Star line-3-12' }))
  await waitFor(() => expect(server.calls(`PATCH ${path}`)[0]?.body).toEqual({ star: true }))
  become({ star: true })
  const form = within(await screen.findByRole('form', { name: 'Notes' }))
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await enterText(user, form.getByRole('textbox', { name: 'Note' }), 'Larger pictures.')
  await enterText(user, form.getByRole('textbox', { name: 'Tags' }), ', best')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.calls(`PATCH ${path}`)[1]?.body).toEqual({
      note: 'Larger pictures.',
      tags: ['best', 'night'],
    }),
  )
})

test('updates the count of figures of a live run on every tab', { tags: ['long'] }, async () => {
  const run = runCalled('line-3-12', { ...RUNNING, metrics: {}, series: [] })
  let written: Partial<RunInfo> = {}
  const { server, path } = await openRun(
    run,
    fake(readRun, run, () => ({ ...run, ...written })),
  )
  const tab = await screen.findByRole('tab', { name: /^Figures/ })
  expect(tab.textContent).toBe('Figures0')
  written = { metrics: { loss: 0.5 }, series: ['loss'] }
  // The event itself does not contain the figures.
  server.change(run)
  await waitFor(() => expect(tab.textContent).toBe('Figures1'))
  expect(server.calls(`GET ${path}/info`)).toHaveLength(2)
})

test('shows the result of an inference in words in the headline', async () => {
  await openRun({ pipeline: 'inference', raw: { summary: { result: 'NG', note: 'Two scratches.' } } })
  const state = screen.getByRole('region', { name: 'State' })
  expect(state.textContent).toContain('Result: NG. Two scratches.')
})
