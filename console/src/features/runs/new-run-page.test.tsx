import { createInstance } from '@podium/contract/calls/instances.ts'
import { listModels } from '@podium/contract/calls/models.ts'
import { listObjects } from '@podium/contract/calls/objects.ts'
import { checkFirstStart, type RunInfo, readRun, startRun } from '@podium/contract/calls/runs.ts'
import { listSolutions, readVersion } from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { MANAGER, serveRuns, stubLayout } from './testing/fake-runs.ts'
import { openForm } from './testing/new-run-form.tsx'
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

function received() {
  return JSON.parse(
    screen.getByRole('region', { name: 'Parameters' }).querySelector('code')?.textContent ?? '',
  )
}

test('shows a field for every type of parameter, filled with its default', async () => {
  const { form } = await openForm()
  expect(form.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '30')
  expect(form.getByRole('slider', { name: 'epochs, slider' })).toHaveProperty('value', '30')
  expect(form.getByRole('textbox', { name: 'learning_rate' })).toHaveProperty('value', '0.0005')
  expect(form.queryByRole('slider', { name: 'learning_rate, slider' })).toBeNull()
  const backbone = form.getByRole<HTMLSelectElement>('combobox', { name: 'backbone' })
  expect([...backbone.selectedOptions].map(({ text }) => text)).toEqual(['a'])
  expect(
    within(form.getByRole('radiogroup', { name: 'augment' })).getByRole('radio', { name: 'true' }),
  ).toHaveProperty('checked', true)
  const classes = within(form.getByRole('group', { name: 'classes' }))
  expect(classes.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
    true,
    false,
  ])
  expect(form.getByRole('textbox', { name: 'title' })).toHaveProperty('value', 'Report')
  form.getByText('int, 1 to 200')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows the previous value of a changed parameter and what the run receives, and restores the defaults', {
  tags: ['long'],
}, async () => {
  const { form, user, fill } = await openForm()
  await fill('epochs', '40')
  await user.click(form.getByRole('radio', { name: 'false' }))
  await user.click(form.getByRole('checkbox', { name: 'y' }))
  form.getByText('was 30')
  form.getByText('was true')
  expect(received().train).toMatchObject({ epochs: 40, augment: false, classes: ['x', 'y'], title: 'Report' })
  await user.click(form.getByRole('button', { name: 'Back to the defaults' }))
  expect(form.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '30')
  expect(received().train.epochs).toBe(30)
})

test('starts the run with every value exactly as shown', async () => {
  const { fill, start, sent } = await openForm()
  await fill('epochs', '40')
  await start()
  await screen.findByRole('heading', { name: 'line-3-13', level: 1 })
  expect(sent().map(({ body }) => body)).toEqual([
    {
      pipeline: 'train',
      parameters: {
        train: {
          train: {
            epochs: 40,
            learning_rate: 0.0005,
            backbone: 'a',
            augment: true,
            classes: ['x'],
            title: 'Report',
          },
        },
      },
    },
  ])
})

test('starts with an empty selection if that is allowed', { tags: ['long'] }, async () => {
  const described = [{ default: [] }, { default: null }, {}].map((over, at) => ({
    name: `drop-${at}`,
    type: 'multi_selection',
    selectable: ['x', 'y'],
    ...over,
  }))
  const pipeline = {
    type: 'train',
    command: ['true'],
    parameters: { user_parameters: [{ step: 'train', args: described }] },
  }
  const metadata_json = { name: 'vision', pipeline: [pipeline] }
  const { start, sent } = await openForm(
    '',
    fake(readVersion, { id: 'id-vision', n: 4 }, { ...VERSION, metadata_json }),
  )
  expect(received()).toEqual({})
  await start()
  await screen.findByRole('heading', { name: 'line-3-13', level: 1 })
  expect(sent().map(({ body }) => body.parameters)).toEqual([{ train: {} }])
})

test('shows a value out of range at its field, and focuses the first invalid field', async () => {
  const { form, fill, start, sent, user } = await openForm()
  await fill('epochs', '500')
  await fill('title', 'much too long')
  await user.click(form.getByRole('checkbox', { name: 'x' }))
  await start()
  form.getByText('500 is above the highest allowed value 200.')
  form.getByText('"much too long" is too long; give at most 8 characters.')
  form.getByText('Choose at least one.')
  form.getByText('3 fields need attention')
  screen.getByRole('list', { name: 'A run would be refused' })
  expect(screen.queryByRole('region', { name: 'Parameters' })?.querySelector('code') ?? null).toBeNull()
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'epochs' }))
  expect(sent()).toHaveLength(0)
  expect(await accessibilityFaults()).toEqual([])
})

test('shows what the server refuses on the form, and focuses the field that it names', {
  tags: ['long'],
}, async () => {
  let answer: Response | RunInfo = refused(422, [
    {
      loc: ['body', 'parameters', 'train', 'train', 'epochs'],
      msg: 'epochs: too many.',
      type: 'value_error',
    },
  ])
  const { form, start, sent, fill } = await openForm(
    '',
    fake(startRun, { id: 'id-line-3' }, () => answer),
  )
  await start()
  await form.findByText('Too many.')
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'epochs' }))
  answer = refused(422, 'There is nothing at datasets/x.')
  await fill('epochs', '20')
  await start()
  await form.findByText('There is nothing at datasets/x.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent()).toHaveLength(2)
})

test('does not offer a tier that is not set, and says which is the nearest', {
  tags: ['long'],
}, async () => {
  const { form, user, start, sent } = await openForm()
  expect(form.queryByRole('radio', { name: /^High/ })).toBeNull()
  expect(form.getByRole('radio', { name: /^Standard(?!-)/ })).toHaveProperty('checked', true)
  form.getByText(/^The version requests High, which is not set/)
  await user.click(form.getByRole('radio', { name: /^Low(?!-)/ }))
  await start()
  await waitFor(() => expect(sent()[0]?.body.execution_spec).toBe('low'))
})

test('chooses a data set of the workspace among the folders below datasets/', {
  tags: ['long'],
}, async () => {
  const { form, user, start, sent } = await openForm(
    '',
    fake(
      listObjects,
      { id: 'id-poc' },
      {
        folders: [
          { path: 'datasets/line3/', files: 12, size: 2048, modified_at: '2026-11-19T09:00:00.000Z' },
        ],
        objects: [],
        total: 1,
      },
    ),
  )
  await user.click(form.getByRole('radio', { name: 'Workspace data set' }))
  await start()
  await form.findByText('Choose a data set.')
  await user.click(await form.findByRole('radio', { name: /^line3/ }))
  expect(await accessibilityFaults()).toEqual([])
  await start()
  await waitFor(() => expect(sent()[0]?.body.dataset_uri).toEqual(['datasets/line3/']))
})

test('creates instance and stream of a solution version with the run', async () => {
  const { server, form, user, start } = await openForm('', {
    ...fake(createInstance, instanceCalled('vision-v4')),
    ...fake(createStream, streamCalled('line-3')),
  })
  await user.click(form.getByRole('radio', { name: 'New instance' }))
  expect(form.getByRole('textbox', { name: 'Instance name' })).toHaveProperty('value', 'vision-v4')
  await start()
  await screen.findByRole('heading', { name: 'line-3-13', level: 1 })
  expect(server.calls('POST /instances')[0]?.body).toEqual({
    name: 'vision-v4',
    solution_version_id: 'id-vision-4',
  })
  expect(server.calls('POST /streams')[0]?.body).toEqual({ instance_id: 'id-vision-v4', name: 'vision-v4' })
})

test('says why a start on a new instance was refused, and creates nothing', async () => {
  const sentence = 'vision has no model yet. Train it first.'
  const { server, form, user, start } = await openForm('', fake(checkFirstStart, refused(422, sentence)))
  await user.click(form.getByRole('radio', { name: 'New instance' }))
  await start()
  await form.findByText(sentence)
  expect(server.calls('POST /streamhistories/check')[0]?.body).toMatchObject({
    pipeline: 'train',
    solution_version_id: 'id-vision-4',
  })
  expect(server.calls('POST /instances')).toEqual([])
})

test('keeps typed values for another version, and checks them again', { tags: ['long'] }, async () => {
  const older = { ...VERSION, id: 'id-vision-3', version: 3, version_num: 3 }
  const { form, user, fill } = await openForm('', {
    ...fake(listSolutions, {
      solutions: [{ ...SOLUTION, versions: [VERSION, older] }],
      total: 1,
    }),
    ...fake(readVersion, { id: 'id-vision', n: 3 }, older),
  })
  await user.click(form.getByRole('radio', { name: 'New instance' }))
  await fill('Stream name', 'night')
  await fill('epochs', '500')
  await user.selectOptions(form.getByRole('combobox', { name: 'Version' }), '3')
  await form.findByDisplayValue('vision-v3')
  expect(form.getByRole('textbox', { name: 'Stream name' })).toHaveProperty('value', 'night')
  expect(form.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '500')
  form.getByText('500 is above the highest allowed value 200.')
})

test('asks for the model of an inference, and uses the one in the address', async () => {
  const { form, start, sent } = await openForm(
    '?stream=id-line-3&pipeline=inference&model=id-line-3 v 4.11',
    fake(listModels, { models: [modelCalled('line-3 v 4.11')], total: 1 }),
  )
  const model = await form.findByRole<HTMLSelectElement>('combobox', { name: 'Model' })
  await form.findByRole('option', { name: /^line-3 v 4.11, champion/ })
  expect(model.value).toBe('id-line-3 v 4.11')
  form.getByText('This pipeline has no parameters.')
  await start()
  await waitFor(() =>
    expect(sent()[0]?.body).toMatchObject({ pipeline: 'inference', model_from: 'id-line-3 v 4.11' }),
  )
})

test('fills the form with the values of a run to change', async () => {
  const from = runCalled('line-3-12', {
    parameters: { train: { epochs: 55 } },
    tier_asked: 'low',
    dataset_uri: ['datasets/line3/'],
  })
  const { form } = await openForm(`?from=${from.id}`, fake(readRun, from, from))
  expect(form.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '55')
  form.getByText('was 30')
  expect(form.getByRole('radio', { name: /^Low(?!-)/ })).toHaveProperty('checked', true)
  expect(await form.findByRole('radio', { name: /^line3/ })).toHaveProperty('checked', true)
  screen.getByText(/^Filled in from line-3-12/)
})

test('says what to do first in a workspace without a solution', async () => {
  serveRuns(fake(listSolutions, { solutions: [], total: 0 }))
  openConsole('/inferenceModel/run/new', MANAGER)
  await screen.findByText('Nothing to run yet')
  expect(await accessibilityFaults()).toEqual([])
})
