import { checkInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { listModels } from '@podium/contract/calls/models.ts'
import { listObjects } from '@podium/contract/calls/objects.ts'
import { readRun } from '@podium/contract/calls/runs.ts'
import { listSolutions, readVersion } from '@podium/contract/calls/solutions.ts'
import { createStream, listStreams } from '@podium/contract/calls/streams.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MANAGER, serveRuns, stubLayout } from './testing/fake-runs.ts'
import { openForm, STARTED } from './testing/new-run-form.tsx'
import {
  instanceCalled,
  modelCalled,
  runCalled,
  SOLUTION,
  streamCalled,
  VERSION,
} from './testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

const OF_WEAR = { solution_id: 'id-wear', solution_name: 'wear', version_num: 1 }
const LINE_3 = streamCalled('line-3', { newest_model: '' })
const LINE_4 = streamCalled('line-4', { parameters: { train: { train: { title: 'Night' } } } })
const WORN = streamCalled('worn', { ...OF_WEAR, instance_id: 'id-wear-press', instance_name: 'wear-press' })
const WEAR_PRESS = instanceCalled('wear-press', { ...OF_WEAR, solution_version_id: 'id-wear-1' })
const WEAR = { ...SOLUTION, id: 'id-wear', name: 'wear', versions: [{ ...VERSION, version_num: 1 }] }
const ARGS = [
  { name: 'epochs', type: 'int', default: 5, range: [1, 50] },
  { name: 'backbone', type: 'single_selection', default: 'c', selectable: ['c', 'd', 'e'] },
]
const WEAR_VERSION = {
  ...VERSION,
  id: 'id-wear-1',
  solution_id: 'id-wear',
  version: 1,
  version_num: 1,
  metadata_json: {
    name: 'wear',
    pipeline: [
      {
        type: 'train',
        command: ['true'],
        parameters: { user_parameters: [{ step: 'train', args: ARGS }] },
      },
      { type: 'inference', command: ['true'] },
    ],
  },
}

/** Two solutions, each with an instance and streams. */
const OFFER = {
  ...fake(listStreams, { streams: [LINE_3, LINE_4, WORN], total: 3 }),
  ...fake(listInstances, { instances: [instanceCalled('vision-line-3'), WEAR_PRESS], total: 2 }),
  ...fake(listSolutions, { solutions: [SOLUTION, WEAR], total: 2 }),
  ...fake(readVersion, { id: 'id-wear', n: 1 }, WEAR_VERSION),
}

test('chooses with a solution its stream that ran last, or a new instance', async () => {
  const unused = { ...SOLUTION, id: 'id-unused', name: 'unused' }
  serveRuns({
    ...OFFER,
    ...fake(listSolutions, { solutions: [SOLUTION, WEAR, unused], total: 3 }),
    ...fake(readVersion, { id: 'id-unused', n: 4 }, { ...VERSION, solution_id: 'id-unused' }),
  })
  openConsole('/inferenceModel/run/new', MANAGER)
  const form = within(await screen.findByRole('form', { name: 'New Run' }))
  const user = userEvent.setup()
  const solution = form.getByRole<HTMLSelectElement>('combobox', { name: 'AI solution' })
  expect(form.getAllByRole('combobox')[0]).toBe(solution)
  form.getByText(/^Runs v 4 in stream line-3 of instance /)
  expect(form.queryByRole('combobox', { name: 'Stream' })).toBeNull()
  await user.selectOptions(solution, 'wear')
  await form.findByText(/^Runs v 1 in stream worn of instance /)
  await user.selectOptions(solution, 'unused')
  await form.findByText('Creates the instance and stream unused-v4 and runs v 4 there.')
  await user.click(form.getByRole('button', { name: 'Change stream' }))
  expect(document.activeElement).toBe(form.getByRole('radio', { name: 'New instance' }))
  expect(await accessibilityFaults()).toEqual([])
})

test('keeps the chosen parameters and data for another stream', { tags: ['long'] }, async () => {
  const { form, fill, chooseRadio, choose, value } = await openForm('', {
    ...OFFER,
    ...fake(
      listObjects,
      { id: 'id-poc' },
      {
        folders: [{ path: 'datasets/line3/', files: 1, size: 1, modified_at: '2026-11-19T09:00:00.000Z' }],
        objects: [],
        total: 1,
      },
    ),
  })
  await fill('epochs', '40')
  await chooseRadio('Workspace data set')
  const data = await form.findByRole<HTMLInputElement>('radio', { name: /^line3/ })
  data.click()
  await choose('Stream', 'id-line-4')
  expect(value('epochs').value).toBe('40')
  expect(value('title').value).toBe('Night')
  expect(form.getByRole('radio', { name: /^line3/ })).toHaveProperty('checked', true)
})

test('keeps the name and fitting parameters for another instance, and names the others', {
  tags: ['long'],
}, async () => {
  const { form, fill, chooseRadio, choose, value } = await openForm('', OFFER)
  await chooseRadio('New stream')
  await fill('Stream name', 'night')
  await fill('epochs', '40')
  await fill('title', 'Hi')
  await fill('learning_rate', '0.01')
  await choose('backbone', 'b')
  await choose('Instance', 'id-wear-press')
  await form.findByText(
    'Not sent, because wear v 1 has no such parameter: title, learning_rate. ' +
      'Choose again, because wear v 1 offers other choices: backbone.',
  )
  expect(value('Stream name').value).toBe('night')
  expect(value('epochs').value).toBe('40')
  expect(await accessibilityFaults()).toEqual([])
  await choose('Instance', 'id-vision-line-3')
  await waitFor(() => expect(value('title').value).toBe('Hi'))
  expect(form.queryByText(/Not sent/)).toBeNull()
})

test('keeps typed names after a change of the target and back', { tags: ['long'] }, async () => {
  const { fill, chooseRadio, value } = await openForm('', OFFER)
  await chooseRadio('New instance')
  await fill('Instance name', 'press')
  await fill('Stream name', 'night')
  await chooseRadio('New stream')
  expect(value('Stream name').value).toBe('night')
  await chooseRadio('Existing stream')
  await chooseRadio('New instance')
  expect(value('Instance name').value).toBe('press')
  expect(value('Stream name').value).toBe('night')
})

test('keeps a model within its solution, and says that it does not apply elsewhere', {
  tags: ['long'],
}, async () => {
  const mine = modelCalled('line-3 v 4.11')
  const { form, chooseRadio, choose, value, start, sent } = await openForm(
    '?stream=id-line-3&pipeline=inference',
    {
      ...OFFER,
      ...fake(listModels, ({ query }) => ({
        models: query.solution_id === 'id-vision' ? [mine] : [],
        total: 1,
      })),
    },
  )
  await form.findByRole('option', { name: /^line-3 v 4.11, champion/ })
  await choose('Model', mine.id)
  await choose('Stream', 'id-line-4')
  expect(value('Model').value).toBe(mine.id)
  await choose('Stream', 'id-worn')
  await form.findByText('The model you chose belongs to another solution.')
  expect(value('Model').value).toBe('')
  await chooseRadio('train')
  expect(form.queryByText(/to another solution/)).toBeNull()
  await chooseRadio('inference')
  await choose('Stream', 'id-line-3')
  await waitFor(() => expect(value('Model').value).toBe(mine.id))
  await start()
  await waitFor(() => expect(sent()[0]?.body.model_from).toBe(mine.id))
})

test('says that the chosen pipeline is not offered', async () => {
  const off = instanceCalled('wear-press', { ...OF_WEAR, modes: { inference: { on: false } } })
  const { form, choose } = await openForm('?stream=id-line-4&pipeline=inference', {
    ...OFFER,
    ...fake(listInstances, { instances: [instanceCalled('vision-line-3'), off], total: 2 }),
  })
  await choose('Stream', 'id-worn')
  await form.findByText('There is no inference pipeline here, so train is chosen.')
})

test('keeps chosen files across an instance without a pipeline', { tags: ['long'] }, async () => {
  const off = { train: { on: false }, inference: { on: false } }
  const { form, chooseRadio, choose, user } = await openForm('', {
    ...OFFER,
    ...fake(listInstances, {
      instances: [instanceCalled('vision-line-3'), { ...WEAR_PRESS, modes: off }],
      total: 2,
    }),
  })
  await chooseRadio('Upload')
  const drop = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!found) throw new Error('There is no field for files yet.')
    return found
  })
  await user.upload(drop, new File(['a'], 'birds.csv'))
  await form.findByText('birds.csv')
  await choose('Stream', 'id-worn')
  await screen.findByText(/^Every pipeline of this instance is turned off/)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stream' }), 'id-line-3')
  await screen.findByText('birds.csv')
})

test('keeps the values of a run to change while its other pipeline is shown', {
  tags: ['long'],
}, async () => {
  const from = runCalled('line-3-12', { parameters: { train: { epochs: 55 } } })
  const { chooseRadio, value, choose } = await openForm(`?from=${from.id}`, {
    ...OFFER,
    ...fake(readRun, from, from),
  })
  await chooseRadio('inference')
  await chooseRadio('train')
  expect(value('epochs').value).toBe('55')
  await choose('Stream', 'id-worn')
  await screen.findByText(/^Filled in from line-3-12 of vision v 4, where wear v 1 has the same fields/)
})

test('says that a stream name is taken while it is typed, and when somebody else was faster', {
  tags: ['long'],
}, async () => {
  const named = ['line-3', 'line-4']
  const { form, chooseRadio, fill, start, server } = await openForm('', {
    ...OFFER,
    ...fake(listStreams, () => ({ streams: named.map((name) => streamCalled(name)), total: named.length })),
    ...fake(createStream, () => {
      named.push('night')
      return refused(409, 'A stream named night already exists on this instance. Choose another name.')
    }),
  })
  await chooseRadio('New stream')
  await form.findByText('This name is available.')
  await fill('Stream name', 'LINE-4')
  await form.findByText('This name is not available.')
  await start()
  expect(server.calls('POST /streams')).toEqual([])
  await fill('Stream name', 'night')
  await form.findByText('This name is available.')
  await start()
  await form.findByText('This name is not available.')
  const streamName = form.getByRole('textbox', { name: 'Stream name' })
  await waitFor(() => expect(document.activeElement).toBe(streamName))
  expect(within(document.body).queryByText(/already exists on this instance/)).toBeNull()
})

test('says that an instance name is taken while it is typed', { tags: ['long'] }, async () => {
  const { form, chooseRadio, fill } = await openForm('', {
    ...OFFER,
    ...fake(checkInstance, ({ query }) => ({ duplicate: query.name === 'elsewhere' })),
  })
  await chooseRadio('New instance')
  await fill('Instance name', 'elsewhere')
  await form.findByText('This name is not available.')
})

test('goes with Back after the start to the page before the form', { tags: ['long'] }, async () => {
  const { start } = await openForm()
  const entries = window.history.length
  await start()
  await screen.findByRole('heading', { name: STARTED.name, level: 1 })
  expect(window.history.length).toBe(entries)
})
