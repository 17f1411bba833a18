import { login } from '@podium/contract/calls/auth.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { holdUploads } from '../../testing/fake-upload.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { MANAGER, stubLayout } from './testing/fake-runs.ts'
import { openForm, STARTED } from './testing/new-run-form.tsx'

const SIGN_IN_FIRST = { detail: 'Please sign in first.' }
const ARRIVED = { path: 'datasets/x/bom.csv', size: 1 }

beforeEach(() => {
  stubLayout()
})

/** Opens the form, chooses a file of this machine, and presses Start. */
async function startWithFile() {
  const uploads = holdUploads()
  const now = { over: false }
  const opened = await openForm('', {
    ...fake(login, MANAGER),
    ...fake(startRun, { id: 'id-line-3' }, async () => {
      await screen.findByText('1.00 bytes, complete')
      return now.over ? refused(401, SIGN_IN_FIRST.detail) : STARTED
    }),
  })
  const { user, chooseRadio, start, form } = opened
  await chooseRadio('Upload')
  await user.upload(
    await form.findByLabelText('Choose files', { selector: 'input' }),
    new File(['a'], 'bom.csv'),
  )
  await form.findByText('bom.csv')
  await start()
  await waitFor(() => expect(uploads).toHaveLength(1))
  return { ...opened, uploads, now }
}

async function signInAgain() {
  const ended = await screen.findByRole('alertdialog', {
    name: 'Your session has expired. Please login again',
  })
  await userEvent.click(within(ended).getByRole('button', { name: 'OK' }))
  await enterText(userEvent, await screen.findByLabelText('ID'), 'mina')
  await enterText(userEvent, screen.getByLabelText('Password'), 'secret')
  await userEvent.keyboard('{Enter}')
  const offer = await screen.findByRole('alertdialog', { name: 'Your session ended before this was done' })
  within(offer).getByText('Start a run of stream line-3.')
  return offer
}

test('keeps the files when the session ends during the start, and does not send them twice', {
  tags: ['long'],
}, async () => {
  const { uploads, now, sent } = await startWithFile()
  now.over = true
  uploads[0]?.finish(200, ARRIVED)
  const offer = await signInAgain()
  now.over = false
  await screen.findByText('bom.csv')
  await userEvent.click(within(offer).getByRole('button', { name: 'Repeat' }))
  await screen.findByRole('heading', { name: STARTED.name, level: 1 })
  expect(uploads).toHaveLength(1)
  const asked = sent().map(({ body }) => body.dataset_uri)
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual(asked[0])
})

test('keeps a file when the session ends during its upload, and sends it to the same folder again', {
  tags: ['long'],
}, async () => {
  const { uploads, sent } = await startWithFile()
  uploads[0]?.finish(401, SIGN_IN_FIRST)
  const offer = await signInAgain()
  await screen.findByText('bom.csv')
  await userEvent.click(within(offer).getByRole('button', { name: 'Repeat' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(uploads[1]?.address).toBe(uploads[0]?.address)
  uploads[1]?.finish(200, ARRIVED)
  await screen.findByRole('heading', { name: STARTED.name, level: 1 })
  expect(sent()).toHaveLength(1)
})
