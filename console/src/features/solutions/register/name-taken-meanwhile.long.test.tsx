import {
  checkArchive,
  checkSolution,
  listSolutions,
  readSolution,
  registerArchive,
  registerSolution,
} from '@podium/contract/calls/solutions.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type CallOf, type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { type FakeUpload, holdUploads } from '../../../testing/fake-upload.ts'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { REGISTERED } from '../../runs/testing/sample-objects.ts'
import { metadata, solution, version } from '../testing/sample.ts'
import { openInWorkspace } from '../testing/solutions-fixture.ts'

let uploads: FakeUpload[] = []
let user = userEvent.setup()
beforeEach(() => {
  uploads = holdUploads()
  user = userEvent.setup()
})

/** The owner of the name penguins: none, another solution, or one that spells it in other letters. */
type Holder = 'nobody' | 'penguins' | 'Penguins'

const NAME_CHECKS: Record<Holder, ReplyOf<typeof checkArchive>['checks'][number]> = {
  nobody: { level: 'good', title: 'Name is available', detail: 'penguins, becomes v 1' },
  penguins: { level: 'good', title: 'This solution already exists', detail: 'penguins, becomes v 3' },
  Penguins: { level: 'wrong', title: 'Name is not available', detail: 'Penguins exists.' },
}
const TAKEN = 'A solution named penguins already exists in this workspace.'
const HELP = 'becomes the next version of penguins, first registered by Mina Sol'

/** A server on which the name changes hands when the test says so. */
function open(first: Holder, answers: FakeServer = {}) {
  let holder = first
  const made = openInWorkspace('/solution?register=1', {
    ...fake(listSolutions, { solutions: [], total: 0 }),
    ...fake(checkSolution, () => ({
      duplicate: holder !== 'nobody',
      solution_id: holder === 'nobody' ? null : 'solution-penguins',
    })),
    ...fake(readSolution, { id: 'solution-penguins' }, () =>
      solution(holder === 'nobody' ? 'penguins' : holder, { id: 'solution-penguins' }),
    ),
    ...fake(checkArchive, () => foundFor(holder)),
    ...answers,
  })
  return {
    made,
    pass(to: Holder) {
      holder = to
    },
  }
}

function foundFor(holder: Holder): ReplyOf<typeof checkArchive> {
  return {
    checks: [NAME_CHECKS[holder], { level: 'good', title: 'Metadata is valid', detail: '' }],
    name: 'penguins',
    next_version: holder === 'nobody' ? 1 : 3,
    solution_id: holder === 'nobody' ? null : 'solution-penguins',
    metadata_json: metadata,
    files: 8,
    bytes: 4096,
  }
}

const registered = (number: number) => ({
  ...REGISTERED,
  id: 'solution-penguins',
  name: 'penguins',
  versions: [version(number)],
})

async function uploadArchive() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Register Solution' }))
  const archive = new File([new Uint8Array(4096)], 'penguins.tar.gz')
  const input = dialog.getByLabelText('Choose an archive', { selector: 'input' })
  fireEvent.change(input, { target: { files: [archive] } })
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]?.finish(200, {})
}

async function typeMetadata() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Register Solution' }))
  await user.click(dialog.getByRole('radio', { name: 'Metadata only' }))
  const text = screen.getByRole('textbox', { name: 'metadata.json' })
  fireEvent.change(text, { target: { value: JSON.stringify(metadata) } })
}

/** Leaves requests for that address unanswered from now on. */
function leaveUnanswered(path: string) {
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.includes(path) ? new Promise(() => {}) : answer(address, init),
  )
}

const save = () => screen.getByRole('button', { name: 'Save' })
/** The sentence beside the buttons; the tooltip of Save repeats it. */
const told = (words: string) => screen.findByText(words, { ignore: '[hidden]' })

/** Presses Save and returns the text of the question. */
async function askedOnSave(): Promise<string | null> {
  await user.click(save())
  return (await screen.findByRole('alertdialog', { name: 'Create the item(s)?' })).textContent
}

async function agree(title: string): Promise<string | null> {
  await user.click(screen.getByRole('button', { name: 'Create' }))
  return (await screen.findByRole('alertdialog', { name: title })).textContent
}

async function leaveAlert() {
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

test.each([400, 409])(
  'reports a name taken meanwhile (%i) in both places, and no longer asks for a v 1',
  async (status) => {
    const sent: CallOf<typeof registerArchive>[] = []
    const { made, pass } = open(
      'nobody',
      fake(registerArchive, (call) => {
        sent.push(call)
        if (sent.length > 1) return registered(3)
        pass('penguins')
        return refused(status, TAKEN)
      }),
    )
    await uploadArchive()
    await screen.findByText('This name is available.')
    expect(await askedOnSave()).toContain('penguins v 1 in poc')
    expect(await agree('Failed to create.')).toContain(TAKEN)
    await leaveAlert()

    expect(await screen.findByText(HELP)).toBeTruthy()
    expect(await screen.findByText('This solution already exists')).toBeTruthy()
    expect(
      screen.getByText('penguins, first registered by Mina Sol, becomes the version after v 2'),
    ).toBeTruthy()
    expect(screen.queryByText('This name is available.')).toBeNull()
    expect(screen.queryByText('Name is available')).toBeNull()
    expect(made.filter((call) => call === 'POST /solutions/archive/check')).toHaveLength(2)
    expect(uploads).toHaveLength(1)
    expect(await accessibilityFaults()).toEqual([])

    expect(await askedOnSave()).toContain('the next version of penguins in poc')
    expect(await agree('Created Successfully!')).toContain('penguins v 3 is registered in poc.')
    expect(sent[0]?.body).not.toHaveProperty('solution_id')
    expect(sent[1]?.body).toHaveProperty('solution_id', 'solution-penguins')
  },
)

test('keeps the name in its field while the archive is checked again', async () => {
  const { pass } = open(
    'nobody',
    fake(registerArchive, () => {
      pass('penguins')
      return refused(400, TAKEN)
    }),
  )
  await uploadArchive()
  await screen.findByText('This name is available.')
  leaveUnanswered('/solutions/archive/check')
  await askedOnSave()
  await agree('Failed to create.')
  await leaveAlert()
  expect(await told('Wait for the checks.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'penguins')
  expect(save().getAttribute('aria-disabled')).toBe('true')
})

test('reports that the name of typed metadata was taken meanwhile', async () => {
  const { pass } = open(
    'nobody',
    fake(registerSolution, () => {
      pass('penguins')
      return refused(400, TAKEN)
    }),
  )
  await typeMetadata()
  await screen.findByText('This name is available.')
  expect(await askedOnSave()).toContain('penguins v 1 in poc')
  await agree('Failed to create.')
  await leaveAlert()
  expect(await screen.findByText(HELP)).toBeTruthy()
  expect(screen.getByText('This solution already exists')).toBeTruthy()
  expect(screen.queryByText('Name is available')).toBeNull()
  expect(await askedOnSave()).toContain('the next version of penguins in poc')
})

test('says that a name is free again after its solution was deleted', async () => {
  const { pass } = open(
    'penguins',
    fake(registerArchive, () => {
      pass('nobody')
      return refused(404, 'Not Found')
    }),
  )
  await uploadArchive()
  await screen.findByText(HELP)
  await askedOnSave()
  await agree('Failed to create.')
  await leaveAlert()
  expect(await screen.findByText('This name is available.')).toBeTruthy()
  expect(await screen.findByText('Name is available')).toBeTruthy()
  expect(screen.queryByText(HELP)).toBeNull()
  expect(await askedOnSave()).toContain('penguins v 1 in poc')
})

test('shows the result of Check Duplicate among the checks of an archive too', async () => {
  const { pass } = open('nobody')
  await uploadArchive()
  await screen.findByText('This name is available.')
  pass('penguins')
  await user.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(await screen.findByText('This name is not available.')).toBeTruthy()
  expect(screen.getByText('This solution already exists')).toBeTruthy()
  expect(screen.queryByText('Name is available')).toBeNull()
  expect(await askedOnSave()).toContain('the next version of penguins in poc')
})

test('disables Save for an archive whose name was taken in other letters, and enables it when the name is freed', async () => {
  const { pass } = open('nobody')
  await uploadArchive()
  await screen.findByText('This name is available.')
  pass('Penguins')
  await user.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(await screen.findByText('Name is not available')).toBeTruthy()
  expect(screen.queryByText('Name is available')).toBeNull()
  expect(await told('Choose an archive without faults to continue.')).toBeTruthy()
  pass('nobody')
  await user.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(await screen.findByText('This name is available.')).toBeTruthy()
  expect(screen.getByText('Name is available')).toBeTruthy()
  expect(screen.queryByText('Name is not available')).toBeNull()
  expect(await askedOnSave()).toContain('penguins v 1 in poc')
})

test('does not call a name free that could not be checked', async () => {
  let isDown = false
  open(
    'nobody',
    fake(checkSolution, () => (isDown ? refused(503, 'Starting.') : { duplicate: false, solution_id: null })),
  )
  await uploadArchive()
  await screen.findByText('This name is available.')
  isDown = true
  await user.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(await screen.findByText('Starting.')).toBeTruthy()
  expect(screen.queryByText('Name is available')).toBeNull()
})

test('promises no number for a next version, as another person may register one first', async () => {
  open(
    'penguins',
    fake(registerArchive, () => registered(4)),
  )
  await uploadArchive()
  expect(await screen.findByText(HELP)).toBeTruthy()
  const question = await askedOnSave()
  expect(question).toContain('the next version of penguins in poc')
  expect(question).not.toMatch(/v \d/)
  expect(await agree('Created Successfully!')).toContain('penguins v 4 is registered in poc.')
})
