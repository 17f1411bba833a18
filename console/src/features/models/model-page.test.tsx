import {
  editModel,
  listModels,
  type Model,
  type ModelInfo,
  readModel,
} from '@podium/contract/calls/models.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { MANAGER, serveRuns, stubLayout } from '../runs/testing/fake-runs.ts'
import { modelCalled } from '../runs/testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

const older = modelCalled('line-3 v 4.10', { id: 'older', aliases: [], metrics: { accuracy: 0.9081 } })

const info = (part: Partial<ModelInfo> = {}): ModelInfo => ({
  ...modelCalled('line-3 v 4.11', { id: 'newest', aliases: [], metrics: { accuracy: 0.9213 } }),
  workspace_id: 'id-poc',
  workspace_name: 'poc-ws',
  bytes: 2048,
  has_file: true,
  artifacts_trashed_at: null,
  artifacts_removed_at: null,
  files: [{ path: 'weights.json', size: 4096 }],
  parameters: { train: { epochs: 40 } },
  dataset_uri: ['s3://poc/datasets/line3/'],
  data_sets: [],
  previous: { id: older.id, name: older.name, metrics: older.metrics },
  history: [],
  uses: [],
  use_count: 0,
  ...part,
})

async function openModel(owners: Model[] = [], part: Partial<ModelInfo> = {}) {
  let model = info(part)
  const server = serveRuns({
    ...fake(readModel, { id: 'newest' }, () => model),
    ...fake(listModels, () => ({ models: owners, total: owners.length })),
    ...fake(editModel, { id: 'newest' }, ({ body }) => {
      const { aliases, note } = body as { aliases?: string[]; note?: string }
      model = {
        ...model,
        ...(note !== undefined && { note }),
        ...(aliases && {
          aliases: aliases.map((name) => ({ name, given_by: 'mina', given_at: model.created_at })),
        }),
      }
      return model
    }),
  })
  openConsole('/inferenceModel/models/newest', MANAGER)
  await screen.findByRole('heading', { name: 'line-3 v 4.11', level: 1 })
  return { server, user: userEvent.setup() }
}

test('shows where a model comes from, and compares it with the one before', async () => {
  await openModel()
  const figures = screen.getByRole('table', { name: 'Figures of the model' })
  within(figures).getByRole('row', { name: 'accuracy 0.9213 0.9081 +0.0132(better)' })
  const lineage = screen.getByRole('region', { name: 'Lineage' })
  within(lineage).getByText('line3')
  within(lineage).getByRole('link', { name: 'line-3-11' })
  const download = screen.getByRole('link', { name: /^Download/ })
  expect(download.getAttribute('download')).toBe('vision-line-3-v4.11.tar.gz')
  expect(screen.getByText('vision-line-3-v4.11.tar.gz').parentElement?.textContent).toBe(
    '1 file, downloads as vision-line-3-v4.11.tar.gz',
  )
  expect(await accessibilityFaults()).toEqual([])
})

test('folds the figures that are the same as before', async () => {
  const part = {
    metrics: { accuracy: 0.9, rows: 344 },
    previous: { id: 'older', name: 'line-3 v 4.10', metrics: { accuracy: 0.9081, rows: 344 } },
  }
  const { user } = await openModel([], part)
  const figures = screen.getByRole('table', { name: 'Figures of the model' })
  within(figures).getByRole('row', { name: 'accuracy 0.9 0.9081 −0.0081(worse)' })
  expect(within(figures).queryByText('rows')).toBeNull()
  screen.getByText('1 identical row hidden')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  within(figures).getByRole('row', { name: 'rows 344 344 –' })
})

test('asks before it moves an alias from another model', async () => {
  const { server, user } = await openModel([older])
  await user.click(screen.getByRole('button', { name: 'New alias' }))
  await enterText(user, screen.getByRole('textbox', { name: 'New alias' }), 'Champion')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText(/^Use lower-case letters/)
  await user.clear(screen.getByRole('textbox', { name: 'New alias' }))
  await enterText(user, screen.getByRole('textbox', { name: 'New alias' }), 'champion')
  await user.keyboard('{Enter}')
  await screen.findByText('line-3 v 4.10 is called champion now. Adding the alias here removes it there.')
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await waitFor(() =>
    expect(server.calls('PATCH /models/newest')[0]?.body).toEqual({ aliases: ['champion'] }),
  )
  await screen.findByRole('button', { name: 'Remove the alias champion' })
})

test('says that the files are in the trash, and that no run can use the model', async () => {
  const part = { has_file: false, files: [], artifacts_trashed_at: '2026-11-20T09:40:00.000Z' }
  await openModel([], part)
  const files = screen.getByRole('region', { name: 'Files' })
  within(files).getByText('The files are in the trash')
  within(files).getByRole('link', { name: 'Open the trash' })
  const use = screen.getByRole('button', { name: 'Use for inference' })
  expect(use.getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
})

test('saves a note', async () => {
  const { user } = await openModel()
  await user.click(screen.getByRole('button', { name: 'Write a note' }))
  await enterText(user, screen.getByRole('textbox', { name: 'Note' }), 'New ring light.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('New ring light.')
})
