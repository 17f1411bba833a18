import { listArtifacts, previewArtifact } from '@podium/contract/calls/run-files.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { openRun } from '../runs/testing/open-run.ts'

type Preview = ReplyOf<typeof previewArtifact>

beforeEach(() => {
  stubLayout()
})

/** Opens the artifacts of a run that has one file with this preview. */
async function open(path: string, preview: Preview) {
  await openRun(
    {},
    {
      ...fake(
        listArtifacts,
        { id: 'id-line-3-12' },
        { artifacts: [{ path, size: 100, modified_at: '2026-11-20T09:40:00.000Z' }], total_bytes: 100 },
      ),
      ...fake(previewArtifact, { id: 'id-line-3-12', path }, preview),
    },
    `?tab=artifacts&file=${path}`,
  )
  return within(await screen.findByRole('region', { name: path }))
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

test('shows a notebook: its cells with their numbers, outputs and colours', async () => {
  const file = await open('study.ipynb', {
    kind: 'notebook',
    more: true,
    cells: [
      { kind: 'markdown', text: '# Churn <b onclick="x">', more: false, number: null, outputs: [] },
      {
        kind: 'code',
        text: 'train()',
        more: false,
        number: 3,
        outputs: [
          { kind: 'text', text: 'epoch 1\nepoch 2\n', more: true },
          { kind: 'image', source: PIXEL, width: 30, height: 20 },
          { kind: 'error', text: '\u001b[31mKeyError\u001b[0m: label', more: false },
          { kind: 'note', text: 'A widget, which is not shown here.' },
        ],
      },
    ],
  })
  const cells = within(await file.findByRole('list', { name: 'Cells of study.ipynb' }))
  expect((await cells.findByRole('heading')).textContent).toBe('Churn <b onclick="x">')
  expect(cells.getByRole('region', { name: 'Code of cell 2' }).textContent).toBe('train()')
  cells.getByText('[3]')
  expect(cells.getByRole('region', { name: 'Output 1 of cell 2' }).textContent).toBe('epoch 1\nepoch 2')
  cells.getByText('Only its first 32 KiB are shown here.')
  expect(cells.getByRole('img', { name: 'Output 2 of cell 2' }).getAttribute('src')).toBe(PIXEL)
  expect(cells.getByText('KeyError').className).toContain('crimson')
  cells.getByText('A widget, which is not shown here.')
  file.getByText('Only its first 2 cells are shown here. The download is complete.')
  file.getByText('2 cells, 100.00 bytes')
  expect(await accessibilityFaults()).toEqual([])
})

test('says that a notebook is empty', async () => {
  const file = await open('empty.ipynb', { kind: 'notebook', cells: [], more: false })
  await file.findByText('This notebook has no cells.')
})

test('shows the arrays of a file with their types, shapes and first rows', async () => {
  const file = await open('data.npz', {
    kind: 'arrays',
    more: true,
    arrays: [
      {
        name: 'x',
        type: 'float32',
        shape: [60000, 28, 28],
        detail: 'The first plane, [0, :, :].',
        table: {
          columns: ['0', '1'],
          column_count: 28,
          rows: [['0.5', '1']],
          more: true,
          detail: null,
        },
      },
      { name: 'names', type: 'object', shape: [3], detail: 'Python objects are not read.', table: null },
    ],
  })
  const table = await file.findByRole('table', { name: 'x' })
  within(table).getByRole('cell', { name: '0.5' })
  expect(file.getByRole('region', { name: 'x' }).textContent).toContain(
    'float32, 60,000 × 28 × 28. The first plane, [0, :, :].',
  )
  expect(file.getByRole('region', { name: 'names' }).textContent).toBe(
    'namesobject, 3 values. Python objects are not read.',
  )
  file.getByText('Only its first 2 arrays are shown here. The download is complete.')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows the types of the columns of a Parquet file, and its number of rows', async () => {
  const file = await open('rows.parquet', {
    kind: 'table',
    columns: ['label'],
    types: ['int64'],
    column_count: 1,
    rows: [['1']],
    row_count: 120000,
    more: true,
    detail: null,
  })
  await file.findByText('120,000 rows, 100.00 bytes')
  expect(file.getByRole('columnheader', { name: /label/ }).textContent).toBe('labelint64')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows the texts and pictures of an event file by tag, and where its curves are', async () => {
  const file = await open('events.out.tfevents.1.host', {
    kind: 'events',
    has_curves: true,
    more: false,
    detail: 'Parts of the file are damaged.',
    items: [
      { tag: 'sample', step: 2000, part: { kind: 'image', source: PIXEL, width: 8, height: 8 } },
      { tag: 'sample', step: 1, part: { kind: 'note', text: 'A picture that cannot be read.' } },
      { tag: 'settings', step: 0, part: { kind: 'markdown', text: '# lr 0.1', more: false } },
    ],
  })
  const sample = within(await file.findByRole('region', { name: 'sample' }))
  expect(sample.getByRole('img', { name: 'sample, step 2,000' }).getAttribute('src')).toBe(PIXEL)
  sample.getByText('A picture that cannot be read.')
  await file.findByRole('heading', { name: 'lr 0.1' })
  file.getByText(
    'The curves in this file are under Figures of the run that wrote it. Parts of the file are damaged.',
  )
  expect(await accessibilityFaults()).toEqual([])
})

test('says that an event file holds curves only', async () => {
  const file = await open('a.tfevents', {
    kind: 'events',
    items: [],
    has_curves: true,
    more: false,
    detail: null,
  })
  await file.findByText('Shown under Figures')
})

test.each([
  ['voice.mp3', 'audio'],
  ['drive.mp4', 'video'],
] as const)('plays %s, or says that the browser cannot', async (path, kind) => {
  const file = await open(path, { kind })
  const player = await file.findByLabelText(path)
  expect([player.tagName.toLowerCase(), player.getAttribute('src')]).toEqual([
    kind,
    `/api/v1/streamhistories/id-line-3-12/shown-artifacts/${path}`,
  ])
  expect(player.hasAttribute('controls')).toBe(true)
  expect(await accessibilityFaults()).toEqual([])
  fireEvent.error(player)
  await file.findByText('The browser cannot play this file. Download it to open it with another program.')
})
