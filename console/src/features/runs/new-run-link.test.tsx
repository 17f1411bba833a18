import { checkInstance, readInstance } from '@podium/contract/calls/instances.ts'
import { readSolution, readVersion } from '@podium/contract/calls/solutions.ts'
import { listStreams, readStream } from '@podium/contract/calls/streams.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { MANAGER, serveRuns, stubLayout } from './testing/fake-runs.ts'
import { openForm } from './testing/new-run-form.tsx'
import { instanceCalled, SOLUTION, streamCalled, VERSION } from './testing/sample-objects.ts'

beforeEach(() => {
  stubLayout()
})

/** Records that are not on the first page of their lists. */
const FAR_STREAM = streamCalled('line-900', { instance_id: 'id-far', instance_name: 'far' })
const FAR = instanceCalled('far', { train_resource: 'low' })
const FAR_SOLUTION = { ...SOLUTION, id: 'id-wear', name: 'wear', versions: [{ ...VERSION, version_num: 1 }] }
const BEYOND = {
  ...fake(readStream, { id: 'id-line-900' }, FAR_STREAM),
  ...fake(readInstance, { id: 'id-far' }, FAR),
  ...fake(readSolution, { id: 'id-wear' }, FAR_SOLUTION),
  ...fake(
    readVersion,
    { id: 'id-wear', n: 1 },
    {
      ...VERSION,
      solution_id: 'id-wear',
      version_num: 1,
    },
  ),
}

/** Returns the text of the option chosen in the field of that name. */
function chosenIn(name: string): string | undefined {
  return screen.getByRole<HTMLSelectElement>('combobox', { name }).selectedOptions[0]?.text
}

test('chooses the stream of a link that the list does not have', async () => {
  const { form } = await openForm('?stream=id-line-900', BEYOND)
  expect(chosenIn('Stream')).toBe('line-900 (far, vision v 4)')
  form.getByText('The instance requests Low.')
  await userEvent.setup().click(form.getByRole('radio', { name: 'New stream' }))
  expect(chosenIn('Instance')).toBe('far (vision v 4)')
})

test('chooses the instance of a link that the list does not have', async () => {
  await openForm('?instance=id-far', BEYOND)
  expect(chosenIn('Instance')).toBe('far (vision v 4)')
})

test('chooses the solution of a link that the list does not have', async () => {
  const { value } = await openForm('?solution=id-wear', BEYOND)
  expect(chosenIn('AI solution')).toBe('wear')
  expect(value('Instance name').value).toBe('wear-v1')
})

test('chooses for a solution the stream that ran last', async () => {
  const worn = streamCalled('worn', { solution_id: 'id-wear', solution_name: 'wear', version_num: 1 })
  const { form, value } = await openForm('?solution=id-wear&version=1', {
    ...BEYOND,
    ...fake(readStream, { id: 'id-worn' }, worn),
    ...fake(listStreams, ({ query }) => {
      const streams = query.solution_id === 'id-wear' ? [worn] : [streamCalled('line-3')]
      return { streams, total: streams.length }
    }),
  })
  expect(chosenIn('AI solution')).toBe('wear')
  expect(chosenIn('Stream')).toMatch(/^worn \(/)
  await userEvent.setup().click(form.getByRole('radio', { name: 'New instance' }))
  expect(value('Instance name').value).toBe('wear-v1')
})

test.each([
  ['stream', 'Stream', 'id-line-3', 'This stream no longer exists. Choose another.'],
  ['instance', 'Instance', 'id-vision-line-3', 'This instance no longer exists. Choose another.'],
  ['solution', 'AI solution', 'id-vision', 'This AI solution no longer exists. Choose another.'],
])(
  'chooses nothing in place of the deleted %s of a link',
  { tags: ['long'] },
  async (kind, field, other, sentence) => {
    serveRuns()
    openConsole(`/inferenceModel/run/new?${kind}=id-gone`, MANAGER)
    await screen.findByText(sentence)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: field }).value).toBe('')
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
    expect(await accessibilityFaults()).toEqual([])
    await userEvent.setup().selectOptions(screen.getByRole('combobox', { name: field }), other)
    await screen.findByRole('button', { name: 'Start' })
    expect(screen.queryByText(sentence)).toBeNull()
  },
)

test('chooses nothing in place of a link’s record of another workspace', async () => {
  serveRuns(fake(readStream, { id: 'id-line-900' }, { ...FAR_STREAM, workspace_id: 'id-other' }))
  openConsole('/inferenceModel/run/new?stream=id-line-900', MANAGER)
  await screen.findByText('This stream belongs to another workspace. Choose another.')
})

test('says that the run to begin from is gone, and still shows the form', async () => {
  await openForm('?from=id-gone')
  screen.getByText('The run to copy from no longer exists, so nothing is filled in.')
})

test('finds records beyond the first page by a search', { tags: ['long'] }, async () => {
  const { form, user, choose } = await openForm('', {
    ...BEYOND,
    ...fake(listStreams, ({ query }) =>
      query.q === '900'
        ? { streams: [FAR_STREAM], total: 1 }
        : { streams: [streamCalled('line-3')], total: 900 },
    ),
  })
  form.getByText('The first 1 of 900. Search for the others.')
  await enterText(user, form.getByRole('searchbox', { name: 'Find another stream' }), '900')
  await form.findByRole('option', { name: /^line-900/ })
  expect(chosenIn('Stream')).toMatch(/^line-3/)
  await choose('Stream', 'id-line-900')
  await form.findByText('The instance requests Low.')
  await user.clear(form.getByRole('searchbox', { name: 'Find another stream' }))
  await form.findByText('The first 1 of 900. Search for the others.')
  expect(chosenIn('Stream')).toMatch(/^line-900/)
  expect(await accessibilityFaults()).toEqual([])
})

test('suggests names that the server says are free', async () => {
  const taken = ['vision-v4', 'vision-v4-2']
  const { chooseRadio, value } = await openForm('', {
    ...fake(checkInstance, ({ query }) => ({ duplicate: taken.includes(query.name ?? '') })),
    ...fake(listStreams, ({ query }) =>
      query.q === 'vision-line-3'
        ? { streams: [streamCalled('vision-line-3')], total: 1 }
        : { streams: [streamCalled('line-3')], total: 1 },
    ),
  })
  await chooseRadio('New instance')
  await waitFor(() => expect(value('Instance name').value).toBe('vision-v4-3'))
  expect(value('Stream name').value).toBe('vision-v4-3')
  await chooseRadio('New stream')
  await waitFor(() => expect(value('Stream name').value).toBe('vision-line-3-2'))
})
