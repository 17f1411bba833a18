import { listInstances } from '@podium/contract/calls/instances.ts'
import { listModels } from '@podium/contract/calls/models.ts'
import { readRun, startRun } from '@podium/contract/calls/runs.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { stubLayout } from './testing/fake-runs.ts'
import { openForm } from './testing/new-run-form.tsx'
import { instanceCalled, modelCalled, runCalled, streamCalled } from './testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

/** An instance as other clients create it: with its choices in a copy of the version's metadata. */
const MADE_ELSEWHERE = instanceCalled('vision-line-3', {
  train_resource: 'low',
  metadata_json: {
    name: 'vision',
    pipeline: [
      {
        type: 'train',
        dataset_uri: ['s3://poc-bucket/own/'],
        parameters: { selected_user_parameters: [{ step: 'train', args: { epochs: 99 } }] },
      },
    ],
  },
})
const OTHER = instanceCalled('plain')
const ON_OTHER = streamCalled('line-4', { instance_id: OTHER.id, instance_name: 'plain' })
const OFFER = {
  ...fake(listStreams, { streams: [streamCalled('line-3'), ON_OTHER], total: 2 }),
  ...fake(listInstances, { instances: [MADE_ELSEWHERE, OTHER], total: 2 }),
}

function received() {
  return screen.getByRole('complementary', { name: 'What the run receives' })
}

test('says which model an inference run receives', async () => {
  const mine = modelCalled('line-3 v 4.11')
  const { form, choose } = await openForm('?stream=id-line-3&pipeline=inference', {
    ...OFFER,
    ...fake(listModels, { models: [mine], total: 1 }),
  })
  within(received()).getByText('Newest of the stream, v 4.11')
  await form.findByRole('option', { name: /^line-3 v 4.11, champion/ })
  await choose('Model', mine.id)
  await within(received()).findByText(/^line-3 v 4.11, champion/)
})

test('runs an instance of another client with its own tier, parameters and data', {
  tags: ['long'],
}, async () => {
  const { form, value, start, sent } = await openForm('', OFFER)
  expect(value('epochs').value).toBe('99')
  form.getByText('was 30')
  expect(form.getByRole('radio', { name: /^Low(?!-)/ })).toHaveProperty('checked', true)
  form.getByText('The instance requests Low.')
  expect(form.getByRole('radio', { name: "The instance's data" })).toHaveProperty('checked', true)
  form.getByText("The instance's data: s3://poc-bucket/own/")
  within(received()).getByText('s3://poc-bucket/own/')
  expect(await accessibilityFaults()).toEqual([])
  await start()
  await waitFor(() => expect(sent()).toHaveLength(1))
  const { parameters, ...rest } = sent()[0]?.body ?? {}
  expect(parameters).toMatchObject({ train: { train: { epochs: 99, title: 'Report' } } })
  expect(rest).toEqual({ pipeline: 'train' })
})

test('sends the sample data only if the person chose them', { tags: ['long'] }, async () => {
  const { form, chooseRadio, choose, start, sent, server } = await openForm('', {
    ...OFFER,
    ...fake(startRun, { id: 'id-line-4' }, runCalled('line-3-13')),
  })
  await choose('Stream', ON_OTHER.id)
  await waitFor(() =>
    expect(form.getByRole('radio', { name: 'Sample data' })).toHaveProperty('checked', true),
  )
  expect(form.queryByRole('radio', { name: "The instance's data" })).toBeNull()
  await choose('Stream', 'id-line-3')
  await form.findByText("The instance's data: s3://poc-bucket/own/")
  await chooseRadio('Sample data')
  within(received()).getByText('Sample data')
  await start()
  await waitFor(() => expect(sent()[0]?.body.dataset_uri).toEqual([]))
  expect(server.calls('POST /streamhistories/id-line-4')).toEqual([])
})

test('keeps the sample data of a run to change, whatever its instance names', async () => {
  const from = runCalled('line-3-12', {
    parameters: { train: { epochs: 55 } },
    dataset_uri: ['ai-solutions/vision/v4/train/data/'],
  })
  const { form, start, sent } = await openForm(`?from=${from.id}`, {
    ...OFFER,
    ...fake(readRun, from, from),
  })
  expect(form.getByRole('radio', { name: 'Sample data' })).toHaveProperty('checked', true)
  await start()
  await waitFor(() => expect(sent()[0]?.body.dataset_uri).toEqual([]))
})
