import { listInstances } from '@podium/contract/calls/instances.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import { readVersion } from '@podium/contract/calls/solutions.ts'
import { createStream, listStreams, readStream } from '@podium/contract/calls/streams.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { stubLayout } from './testing/fake-runs.ts'
import { openForm } from './testing/new-run-form.tsx'
import { instanceCalled, streamCalled, VERSION } from './testing/sample-objects.ts'

const NOTHING = refused(404, 'There is nothing here that you may see.')

beforeEach(() => {
  stubLayout()
})

/** Expects the sentence, and the field of that name to be empty and focused. */
async function expectGone(name: string, sentence: string) {
  await screen.findByText(sentence)
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name })
  expect(field.value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  expect(screen.queryByText(/There is nothing here/)).toBeNull()
}

test('says at the field that the stream was deleted, and keeps the choices for another one', async () => {
  const streams = [streamCalled('line-3'), streamCalled('line-4')]
  const { fill, start, user } = await openForm('', {
    ...fake(listStreams, () => ({ streams, total: streams.length })),
    ...fake(startRun, { id: 'id-line-3' }, () => {
      streams.shift()
      return NOTHING
    }),
  })
  await fill('epochs', '40')
  await start()
  await expectGone('Stream', 'This stream was deleted in the meantime. Choose another.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stream' }), 'id-line-4')
  await screen.findByRole('button', { name: 'Start' })
  expect(screen.getByRole('textbox', { name: 'epochs' })).toHaveProperty('value', '40')
  expect(screen.queryByText(/deleted in the meantime/)).toBeNull()
})

test('says that the stream of a link was deleted, also if no list had it', async () => {
  let isThere = true
  const { start } = await openForm('?stream=id-line-900', {
    ...fake(readStream, { id: 'id-line-900' }, () => (isThere ? streamCalled('line-900') : NOTHING)),
    ...fake(startRun, { id: 'id-line-900' }, () => {
      isThere = false
      return NOTHING
    }),
  })
  await start()
  await expectGone('Stream', 'This stream was deleted in the meantime. Choose another.')
})

test('says that a stream chosen from a search was deleted', async () => {
  let isThere = true
  const found = streamCalled('line-900')
  const { start, choose, user, form } = await openForm('', {
    ...fake(listStreams, ({ query }) => {
      if (query.q !== '900') return { streams: [streamCalled('line-3')], total: 300 }
      return isThere ? { streams: [found], total: 1 } : { streams: [], total: 0 }
    }),
    ...fake(startRun, { id: 'id-line-900' }, () => {
      isThere = false
      return NOTHING
    }),
  })
  await enterText(user, form.getByRole('searchbox', { name: 'Find another stream' }), '900')
  await form.findByRole('option', { name: /^line-900/ })
  await choose('Stream', 'id-line-900')
  await start()
  await expectGone('Stream', 'This stream was deleted in the meantime. Choose another.')
})

test('says at the field that the instance was deleted, and chooses no other in its place', async () => {
  const instances = [instanceCalled('vision-line-3'), instanceCalled('vision-line-4')]
  const { chooseRadio, start } = await openForm('', {
    ...fake(listInstances, () => ({ instances, total: instances.length })),
    ...fake(createStream, () => {
      instances.shift()
      return NOTHING
    }),
  })
  await chooseRadio('New stream')
  await start()
  await expectGone('Instance', 'This instance was deleted in the meantime. Choose another.')
})

test('says in the bar that the version was deleted, and keeps the form', async () => {
  let isThere = true
  const { chooseRadio, start, form } = await openForm(
    '',
    fake(readVersion, { id: 'id-vision', n: 4 }, () => (isThere ? VERSION : NOTHING)),
  )
  await chooseRadio('New instance')
  isThere = false
  await start()
  await waitFor(() =>
    expect(form.getByRole('alert').textContent).toContain(
      'This version was deleted in the meantime. Choose another.',
    ),
  )
  expect(screen.queryByText(/There is nothing here/)).toBeNull()
})

test('shows a refusal in the bar of Start, which is always in view', async () => {
  const { form, start } = await openForm(
    '',
    fake(startRun, { id: 'id-line-3' }, () => refused(500, 'The engine does not answer.')),
  )
  await start()
  await waitFor(() => expect(form.getByRole('alert').textContent).toContain('The engine does not answer.'))
  expect(form.getByRole('alert').parentElement?.textContent).toContain('Start')
})

test('keeps typed text when the lists cannot be read again', async () => {
  let isAway = false
  let refusals = 0
  const { fill, start } = await openForm('', {
    ...fake(listStreams, () => {
      if (!isAway) return { streams: [streamCalled('line-3')], total: 1 }
      refusals += 1
      return refused(500, 'The database does not answer.')
    }),
    ...fake(startRun, { id: 'id-line-3' }, NOTHING),
  })
  await fill('learning_rate', '0.01')
  isAway = true
  await start()
  await waitFor(() => expect(refusals).toBeGreaterThan(0))
  await fill('epochs', '40')
  expect(screen.getByRole('textbox', { name: 'learning_rate' })).toHaveProperty('value', '0.01')
})
