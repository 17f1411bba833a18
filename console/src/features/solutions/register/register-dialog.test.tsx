import {
  checkArchive,
  checkSolution,
  listSolutions,
  readSolution,
  readVersion,
  registerArchive,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type CallOf, type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { type FakeUpload, holdUploads } from '../../../testing/fake-upload.ts'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { REGISTERED } from '../../runs/testing/sample-objects.ts'
import { metadata, solution, version, versionDetail } from '../testing/sample.ts'
import { openInWorkspace } from '../testing/solutions-fixture.ts'

let uploads: FakeUpload[] = []
let user = userEvent.setup()
beforeEach(() => {
  uploads = holdUploads()
  user = userEvent.setup()
})

const archive = new File([new Uint8Array(4096)], 'penguins.tar.gz')
const made = {
  ...REGISTERED,
  id: 'solution-penguins',
  name: 'penguins',
  versions: [version(1)],
  warnings: ['The inference pipeline cannot start.'],
  without_effect: ['schedule has no effect here: make a schedule on the page of the workspace.'],
}
const found: ReplyOf<typeof checkArchive> = {
  checks: [
    { level: 'good', title: 'Name is available', detail: 'penguins, becomes v 1' },
    { level: 'warning', title: 'Can be registered anyway', detail: 'One thing.' },
    { level: 'warning', title: 'Can be registered anyway', detail: 'Another thing.' },
  ],
  name: 'penguins',
  next_version: 1,
  solution_id: null,
  metadata_json: metadata,
  files: 8,
  bytes: 4096,
}

function open(answers: FakeServer = {}, href = '/solution?register=1') {
  return openInWorkspace(href, {
    ...fake(listSolutions, { solutions: [], total: 0 }),
    ...fake(checkSolution, { duplicate: false, solution_id: null }),
    ...fake(checkArchive, found),
    ...fake(readSolution, { id: 'solution-penguins' }, solution('penguins')),
    ...fake(readVersion, { id: 'solution-penguins', n: 2 }, versionDetail(2)),
    ...answers,
  })
}

const dialog = () => screen.findByRole('dialog', { name: /^Register / })
const save = () => screen.getByRole('button', { name: 'Save' })
/** The sentence beside the buttons; the tooltip of Save repeats it. */
const told = (words: string) => screen.findByText(words, { ignore: '[hidden]' })

async function choose(file: File) {
  fireEvent.change(within(await dialog()).getByLabelText('Choose an archive', { selector: 'input' }), {
    target: { files: [file] },
  })
}
async function upload(): Promise<FakeUpload> {
  await choose(archive)
  await waitFor(() => expect(uploads).toHaveLength(1))
  return uploads[0] as FakeUpload
}
async function typeMetadata(text: string) {
  await user.click(within(await dialog()).getByRole('radio', { name: 'Metadata only' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'metadata.json' }), { target: { value: text } })
}

test('uploads, checks and registers an archive, and opens its page', async () => {
  const sent: CallOf<typeof registerArchive>[] = []
  open(
    fake(registerArchive, (call) => {
      sent.push(call)
      return made
    }),
  )
  expect(await told('Add an archive to continue.')).toBeTruthy()
  const check = screen.getByRole('button', { name: 'Check Duplicate' })
  expect(check.getAttribute('aria-disabled')).toBe('true')
  const template = screen.getByRole('link', { name: 'Download a template' })
  expect(template.getAttribute('href')).toBe('/template/my-solution.tgz')
  expect(await accessibilityFaults()).toEqual([])
  const running = await upload()
  expect(template.isConnected).toBe(false)
  expect(running.address).toMatch(
    /^\/api\/v1\/workspaces\/id-poc\/objects\/uploads\/solution-[0-9a-f]{32}\.tar\.gz\?replace=1$/,
  )
  running.progress(1024)
  expect(await screen.findByText(/^1\.00 k of 4\.00 k, 25 %/)).toBeTruthy()
  expect(await told('Wait for the upload.')).toBeTruthy()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
  running.finish(200, {})
  expect(await screen.findByText('This name is available.')).toBeTruthy()
  expect(check.getAttribute('aria-disabled')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'penguins')
  expect(screen.getByText('1 passed, 2 warnings')).toBeTruthy()
  expect(screen.getByText('One thing.').nextElementSibling?.textContent).toBe('Another thing.')
  expect(await accessibilityFaults()).toEqual([])

  await user.click(save())
  const question = await screen.findByRole('alertdialog', { name: 'Create the item(s)?' })
  expect(question.textContent).toContain('penguins v 1 in poc')
  expect(sent).toHaveLength(0)
  await user.click(within(question).getByRole('button', { name: 'Create' }))
  const done = await screen.findByRole('alertdialog', { name: 'Created Successfully!' })
  expect(done.textContent).toContain('penguins v 1 is registered in poc.')
  expect(done.textContent).toContain('Registered with 1 warning. The inference pipeline cannot start.')
  expect(done.textContent).toContain('Some of it has no effect here. schedule has no effect here: make a')
  expect(sent[0]?.body).toEqual({ path: expect.stringMatching(/^uploads\/solution-/) })
  await user.click(within(done).getByRole('button', { name: 'OK' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'penguins' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('says how far a broken upload came, and tries it again to the same address', {
  tags: ['long'],
}, async () => {
  open()
  const first = await upload()
  first.progress(2048)
  first.breakOff()
  expect(
    await screen.findByText(/The connection broke during the upload\. 2\.00 k of 4\.00 k were sent\./),
  ).toBeTruthy()
  expect(await told('Upload the archive again to continue.')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(uploads[1]?.address).toBe(first.address)
  uploads[1]?.finish(200, {})
  expect(await screen.findByText('This name is available.')).toBeTruthy()
})

test('stops and forgets a cancelled upload', async () => {
  open()
  const running = await upload()
  await user.click(screen.getByRole('button', { name: 'Cancel the upload' }))
  expect(running.aborted).toBe(true)
  expect(await told('Add an archive to continue.')).toBeTruthy()
  expect(screen.queryByText('penguins.tar.gz')).toBeNull()
})

test.each([
  ['Remove the archive', () => user.click(screen.getByRole('button', { name: 'Remove the archive' }))],
  [
    'Cancel',
    async () => {
      await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
      const question = await screen.findByRole('alertdialog')
      await user.click(within(question).getByRole('button', { name: 'Return' }))
    },
  ],
])('removes what was uploaded from the bucket after %s', { tags: ['long'] }, async (_, leave) => {
  const made = open()
  const running = await upload()
  running.finish(200, {})
  await screen.findByText('This name is available.')
  await leave()
  const address = running.address.replace('/api/v1', '').replace('?replace=1', '')
  await waitFor(() => expect(made).toContain(`DELETE ${address}`))
})

test('refuses a file that is not a tar.gz before anything is sent', async () => {
  open()
  await choose(new File(['x'], 'penguins.zip'))
  expect(
    await screen.findByText('penguins.zip is not a tar.gz file. Pack the solution with tar and gzip.'),
  ).toBeTruthy()
  expect(uploads).toHaveLength(0)
})

test('disables Save for an archive with faults, and says why one cannot be read', async () => {
  let answer: typeof found | Response = {
    ...found,
    checks: [{ level: 'wrong', title: 'Name differs', detail: 'It names other.' }],
  }
  open(fake(checkArchive, () => answer))
  const first = await upload()
  first.finish(200, {})
  expect(await told('Choose an archive without faults to continue.')).toBeTruthy()
  answer = refused(422, 'The archive has no metadata.json at its top level.')
  await choose(archive)
  await waitFor(() => expect(uploads).toHaveLength(2))
  uploads[1]?.finish(200, {})
  expect(await screen.findByText('The archive has no metadata.json at its top level.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('repeats unanswered checks without another upload', { tags: ['long'] }, async () => {
  let isDown = true
  open(fake(checkArchive, () => (isDown ? refused(503, 'Starting.') : found)))
  const only = await upload()
  only.finish(200, {})
  expect(await screen.findByText('Starting.')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('This name is available.')).toBeTruthy()
  expect(uploads).toHaveLength(1)
})

test('checks typed metadata as it is, and shows each problem with path and line', async () => {
  open()
  await typeMetadata('{\n "name": "penguins",\n "pipeline": [{"type": "tran"}]\n}')
  expect(await screen.findByText('pipeline[0].type')).toBeTruthy()
  expect(screen.getByText('line 3')).toBeTruthy()
  expect(await told('Correct the metadata to continue.')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await typeMetadata('{\n "name": "penguins"\n "pipeline": []}')
  expect(await screen.findByText('Not valid JSON')).toBeTruthy()
  expect(screen.getByText('A comma is missing before "pipeline".')).toBeTruthy()
  expect(screen.getByText('line 3, column 2')).toBeTruthy()
})

test('says before Save that an existing name becomes the next version', async () => {
  const sent: CallOf<typeof registerVersion>[] = []
  open({
    ...fake(checkSolution, { duplicate: true, solution_id: 'solution-penguins' }),
    ...fake(readSolution, { id: 'solution-penguins' }, solution('penguins')),
    ...fake(registerVersion, { id: 'solution-penguins' }, (call) => {
      sent.push(call)
      return { ...made, warnings: [], without_effect: [] }
    }),
  })
  await typeMetadata(JSON.stringify(metadata))
  const help = 'becomes the next version of penguins, first registered by Mina Sol'
  expect(await screen.findByText(help)).toBeTruthy()
  expect(screen.queryByText('This name is not available.')).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(await screen.findByText('This name is not available.')).toBeTruthy()
  expect(screen.queryByText(help)).toBeNull()
  await user.click(save())
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByRole('alertdialog', { name: 'Created Successfully!' })
  expect(sent[0]?.body).toEqual({ metadata_json: metadata })
})

test('reports at the field and among the checks that a name exists in other letters', {
  tags: ['long'],
}, async () => {
  open(fake(checkSolution, { duplicate: true, solution_id: 'solution-penguins' }))
  await typeMetadata(JSON.stringify({ ...metadata, name: 'Penguins' }))
  const sentence =
    'penguins already exists. For its next version, spell the name exactly like that, or choose another name.'
  expect(await screen.findAllByText(sentence)).toHaveLength(2)
  expect(screen.queryByText(/^becomes/)).toBeNull()
  expect(screen.queryByText('Name differs')).toBeNull()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
})

test.each(['Bad Name', 'Puffins'])(
  'refuses that %s is a name by one rule in both places',
  { tags: ['long'] },
  async (name) => {
    open()
    await typeMetadata(JSON.stringify({ ...metadata, name }))
    const rule = 'Use lower-case letters, digits and hyphens, 2 to 50 of them.'
    expect(await screen.findAllByText(rule)).toHaveLength(2)
    expect(screen.queryByText('Use letters, digits and hyphens only in the name.')).toBeNull()
  },
)

test('checks again when Check Duplicate is pressed', { tags: ['long'] }, async () => {
  let isTaken = false
  open(fake(checkSolution, () => ({ duplicate: isTaken, solution_id: isTaken ? 'solution-penguins' : null })))
  await typeMetadata(JSON.stringify(metadata))
  await screen.findByText('This name is available.')
  isTaken = true
  await user.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  await waitFor(() => expect(screen.queryByText('This name is available.')).toBeNull())
})

test('keeps dialog and text after a failure, and repeats an unanswered call with its key', {
  tags: ['long'],
}, async () => {
  const keys: (string | undefined)[] = []
  const answers = [
    refused(400, 'A solution named penguins already exists in this workspace.'),
    new Response('{}', { status: 504 }),
    made,
  ]
  open(
    fake(registerSolution, ({ headers }) => {
      keys.push(headers['idempotency-key'])
      return answers[keys.length - 1] ?? Response.json({}, { status: 500 })
    }),
  )
  await typeMetadata(JSON.stringify(metadata))
  for (const title of [
    'Failed to create.',
    'It is not known whether the change was made.',
    'Created Successfully!',
  ]) {
    await screen.findByText('This name is available.')
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    const alert = await screen.findByRole('alertdialog', { name: title })
    expect(screen.getByLabelText('metadata.json')).toHaveProperty('value', JSON.stringify(metadata))
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(keys).toHaveLength(3)
  expect(keys[0]).not.toBe(keys[1])
  expect(keys[2]).toBe(keys[1])
})

test('asks on Escape only if something would be lost', async () => {
  open()
  await typeMetadata('{')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to return to the previous page?',
  })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'metadata.json' })).toHaveProperty('value', '{')
  fireEvent.change(screen.getByRole('textbox', { name: 'metadata.json' }), { target: { value: '' } })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('')
})

test('asks on leaving the page only if something would be lost', { tags: ['long'] }, async () => {
  open()
  await typeMetadata('{')
  fireEvent.click(document.querySelector('a[href="/overview"]') as Element)
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to return to the previous page?',
  })
  expect(question.textContent).toContain('What you typed or uploaded is not registered.')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(window.location.pathname).toBe('/solution')
  expect(screen.getByRole('textbox', { name: 'metadata.json' })).toHaveProperty('value', '{')
})

test("requires that a new version has the solution's name", { tags: ['long'] }, async () => {
  open({}, '/solution/solution-penguins?register=1')
  await typeMetadata(JSON.stringify({ ...metadata, name: 'puffins' }))
  expect(await screen.findByText('Name differs')).toBeTruthy()
  expect(
    screen.getByText('The metadata has the name puffins, but this solution is named penguins.'),
  ).toBeTruthy()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await typeMetadata(JSON.stringify(metadata))
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
})
