import { readInstance } from '@podium/contract/calls/instances.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { DRAFT, openAt } from './testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

const WRONG = {
  ...DRAFT,
  modes: {
    ...DRAFT.modes,
    train: { on: true, parameters: { train: { epochs: 700, title: 'Much too long', learning_rate: 0.01 } } },
  },
}
const REFUSED = [
  'epochs: 700 is above the highest allowed value 200.',
  'title: "Much too long" is too long; give at most 8 characters.',
]

function openDraft(search = '') {
  return openAt(`/inferenceModel/instance/${DRAFT.id}${search}`, {
    ...fake(readInstance, DRAFT, WRONG),
    ...fake(listStreams, { streams: [], total: 0 }),
  })
}

async function refusals(): Promise<(string | null)[]> {
  const list = await screen.findByRole('list', { name: 'A run would be refused' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

test('says what would be refused of a draft with invalid values', async () => {
  openDraft()
  expect(await refusals()).toEqual(REFUSED)
  expect(screen.queryByRole('region', { name: 'Parameters of train' })).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('says so in the form that completes the draft, from the start and until it is corrected', async () => {
  const { user } = openDraft('?edit=1')
  const form = within(await screen.findByRole('form', { name: 'Complete Instance' }))
  expect(await refusals()).toEqual(REFUSED)
  for (const [name, text] of [
    ['epochs', '70'],
    ['title', 'Short'],
  ] as const) {
    await user.clear(form.getByRole('textbox', { name }))
    await enterText(user, form.getByRole('textbox', { name }), text)
  }
  const received = screen.getByRole('region', { name: 'Parameters of train' }).querySelector('code')
  expect(JSON.parse(received?.textContent ?? '').train).toMatchObject({ epochs: 70, title: 'Short' })
})
