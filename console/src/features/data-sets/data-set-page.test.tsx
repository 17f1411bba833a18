import { createHash } from 'node:crypto'
import {
  announceDataSetFiles,
  beginDataSetVersion,
  commitDataSetVersion,
  deleteDataSetUpload,
  listDataSetChanges,
  listDataSetFiles,
  previewDataSetFile,
} from '@podium/contract/calls/data-set-files.ts'
import {
  type DataSet,
  type DataSetVersionInfo,
  editDataSet,
  listDataSets,
  listDataSetVersions,
  readDataSet,
  readDataSetVersion,
} from '@podium/contract/calls/data-sets.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { bodiesOf, fake } from '../../testing/fake.ts'
import { holdUploads } from '../../testing/fake-upload.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { MANAGER, serveRuns, stubLayout } from '../runs/testing/fake-runs.ts'

beforeEach(() => stubLayout())

const AT = '2026-11-19T09:00:00.000Z'

const set = (part: Partial<DataSet> = {}): DataSet => ({
  id: 'd1',
  name: 'line3',
  note: 'Camera 3',
  workspace_id: 'id-poc',
  workspace_name: 'poc-ws',
  version: 2,
  versions: 2,
  files: 2,
  size: 30,
  runs: 1,
  last_run: { id: 'r1', name: 'line-3-12' },
  created_by: 'mina',
  created_at: AT,
  updated_by: 'mina',
  updated_at: AT,
  revision: 1,
  ...part,
})

const version = (n: number): DataSetVersionInfo => ({
  version: n,
  note: n === 2 ? 'new ring light' : '',
  files: 2,
  size: 30,
  runs: n === 2 ? 1 : 0,
  from_folder: n === 1 ? 'datasets/line3/' : '',
  created_by: 'mina',
  created_at: AT,
  changes:
    n === 1
      ? null
      : {
          before: 1,
          added: { files: 1, size: 20 },
          changed: { files: 0, size: 0 },
          removed: { files: 0, size: 0 },
        },
  uses:
    n === 2
      ? [{ run_id: 'r1', run_name: 'line-3-12', stream_name: 'line-3', state: 'succeeded', created_at: AT }]
      : [],
})

const FILES = [
  { path: 'images/1.png', size: 20, sha256: 'aa' },
  { path: 'labels.csv', size: 10, sha256: 'bb' },
]

function serve(dataSet = set(), more = {}) {
  return serveRuns({
    ...fake(listDataSets, { data_sets: [dataSet], total: 1 }),
    ...fake(readDataSet, { id: 'd1' }, dataSet),
    ...fake(listDataSetVersions, { id: 'd1' }, () => ({ versions: [version(2), version(1)], total: 2 })),
    ...fake(readDataSetVersion, { id: 'd1', n: 2 }, () => version(2)),
    ...fake(readDataSetVersion, { id: 'd1', n: 1 }, () => version(1)),
    ...fake(listDataSetFiles, { id: 'd1', n: 2 }, { files: FILES, next_cursor: null }),
    ...fake(listDataSetFiles, { id: 'd1', n: 1 }, () => ({ files: FILES.slice(1), next_cursor: null })),
    ...fake(
      listDataSetChanges,
      { id: 'd1', n: 2 },
      {
        files: [{ path: 'images/1.png', from: null, to: 20 }],
        next_cursor: null,
      },
    ),
    ...fake(
      previewDataSetFile,
      { id: 'd1', n: 2, path: 'labels.csv' },
      {
        kind: 'table',
        columns: ['image', 'class'],
        column_count: 2,
        rows: [['1.png', 'scratch']],
        more: false,
        detail: null,
      },
    ),
    ...more,
  })
}

test('links from the list to a data set and to the run that read it last', async () => {
  serve()
  openConsole('/dataSet', MANAGER)
  const table = await screen.findByRole('table', { name: 'Data sets' })
  const row = await within(table).findByRole('row', { name: /^line3/ })
  expect(within(row).getByRole('link', { name: 'line3' }).getAttribute('href')).toContain('/dataSet/d1')
  expect(within(row).getByRole('link', { name: 'line-3-12' })).toBeTruthy()
  expect(row.textContent).toContain('v 2')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows the files of a version, its changes and the runs that read it, and opens a file', async () => {
  serve()
  const user = userEvent.setup()
  openConsole('/dataSet/d1', MANAGER)
  await user.click(await screen.findByRole('link', { name: 'labels.csv' }))
  await screen.findByRole('cell', { name: 'scratch' })
  expect(screen.getByRole('link', { name: 'labels.csv' }).getAttribute('aria-current')).toBe('true')
  expect(screen.getAllByRole('link', { name: /^Download/ })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Close labels.csv' }))
  expect(screen.queryByRole('cell', { name: 'scratch' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'labels.csv' }))
  await screen.findByRole('cell', { name: 'scratch' })
  const changes = screen.getByRole('region', { name: 'Changes since v 1' })
  expect(changes.textContent).toContain('1 file')
  await user.click(within(changes).getByRole('button', { name: 'Show the files' }))
  await within(changes).findByText('added')
  within(screen.getByRole('region', { name: 'Used by' })).getByRole('link', { name: 'line-3-12' })
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('link', { name: /^v 1/ }))
  await screen.findByText('No run has read it yet.')
})

test('edits the name and the note from the menu', async () => {
  serve(
    set(),
    fake(editDataSet, { id: 'd1' }, () => set({ note: 'Camera 4', revision: 2 })),
  )
  const user = userEvent.setup()
  openConsole('/dataSet/d1', MANAGER)
  await user.click(await screen.findByRole('button', { name: 'More for line3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const card = await screen.findByRole('region', { name: 'Edit data set' })
  const note = within(card).getByRole('textbox', { name: 'Note' })
  await user.clear(note)
  await enterText(user, note, 'Camera 4')
  await user.click(within(card).getByRole('button', { name: 'Save' }))
  await screen.findByText('The data set is saved.')
  expect(bodiesOf(editDataSet)).toEqual([{ name: 'line3', note: 'Camera 4', revision: 1 }])
  expect(screen.queryByRole('region', { name: 'Edit data set' })).toBeNull()
})

/** Adds the folder path and the bytes that files in jsdom lack. */
const fileOf = (text: string, name: string) =>
  Object.assign(new File([text], name), {
    webkitRelativePath: '',
    slice: (from: number, to: number) => new Response(text.slice(from, to)),
  })

test('uploads the chosen files as the next version, and sends only content that the server lacks', async () => {
  const uploads = holdUploads()
  const sha256 = createHash('sha256').update('fresh').digest('hex')
  serve(set({ version: null, versions: 0, files: 0, size: 0, runs: 0, last_run: null }), {
    ...fake(beginDataSetVersion, { id: 'd1' }, { upload: 'u1' }),
    ...fake(announceDataSetFiles, { id: 'd1', upload: 'u1' }, { missing: [sha256] }),
    ...fake(commitDataSetVersion, { id: 'd1', upload: 'u1' }, () => ({ ...version(1), is_new: true })),
  })
  const user = userEvent.setup()
  openConsole('/dataSet/d1', MANAGER)
  const card = await screen.findByRole('region', { name: 'Upload version 1' })
  const files = [fileOf('fresh', 'a.txt'), fileOf('known', 'b.txt')]
  await user.upload(within(card).getByLabelText('Choose files', { selector: 'input' }), files)
  expect(within(card).getByText('a.txt, b.txt')).toBeTruthy()
  await user.click(within(card).getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(uploads[0]?.address).toBe('/api/v1/data-sets/d1/uploads/u1/contents')
  uploads[0]?.finish(200, {})
  await screen.findByText('Version 1 is uploaded.')
  expect(bodiesOf(announceDataSetFiles)).toMatchObject([
    { files: [{ path: 'a.txt', size: 5, sha256 }, { path: 'b.txt' }] },
  ])
})

test('stops and deletes a cancelled upload, and can begin the next one', async () => {
  const uploads = holdUploads()
  const sha256 = createHash('sha256').update('fresh').digest('hex')
  const calls: string[] = []
  serve(set({ version: null, versions: 0, files: 0, size: 0, runs: 0, last_run: null }), {
    ...fake(beginDataSetVersion, { id: 'd1' }, { upload: 'u1' }),
    ...fake(announceDataSetFiles, { id: 'd1', upload: 'u1' }, { missing: [sha256] }),
    ...fake(deleteDataSetUpload, { id: 'd1', upload: 'u1' }, () => {
      calls.push('given up')
      return {}
    }),
    ...fake(commitDataSetVersion, { id: 'd1', upload: 'u1' }, () => {
      calls.push('made a version')
      return { ...version(1), is_new: true }
    }),
  })
  const user = userEvent.setup()
  openConsole('/dataSet/d1', MANAGER)
  const card = await screen.findByRole('region', { name: 'Upload version 1' })
  expect(within(card).queryByRole('button', { name: 'Cancel' })).toBeNull()
  const files = [fileOf('fresh', 'a.txt')]
  await user.upload(within(card).getByLabelText('Choose files', { selector: 'input' }), files)
  await user.click(within(card).getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await user.click(within(card).getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Upload cancelled. Nothing was added.')
  expect([uploads[0]?.aborted, calls]).toEqual([true, ['given up']])
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(within(card).getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  uploads[1]?.finish(200, {})
  await screen.findByText('Version 1 is uploaded.')
})

test('says that an upload is too large for a gateway, and suggests no other try', async () => {
  const uploads = holdUploads()
  const sha256 = createHash('sha256').update('fresh').digest('hex')
  serve(set({ version: null, versions: 0, files: 0, size: 0, runs: 0, last_run: null }), {
    ...fake(beginDataSetVersion, { id: 'd1' }, { upload: 'u1' }),
    ...fake(announceDataSetFiles, { id: 'd1', upload: 'u1' }, { missing: [sha256] }),
  })
  const user = userEvent.setup()
  openConsole('/dataSet/d1', MANAGER)
  const card = await screen.findByRole('region', { name: 'Upload version 1' })
  await user.upload(within(card).getByLabelText('Choose files', { selector: 'input' }), [
    fileOf('fresh', 'a.txt'),
  ])
  await user.click(within(card).getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]?.finish(413, 'Request Entity Too Large')
  const alert = await screen.findByRole('alertdialog')
  expect(alert.textContent).toMatch(
    /The version could not be uploaded\.Something before Podium refused \d+ bytes/,
  )
  expect(alert.textContent).toContain('client_max_body_size')
  expect(alert.textContent).not.toContain('Upload again')
})
