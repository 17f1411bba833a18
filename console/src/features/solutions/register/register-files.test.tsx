import { checkSolution, listSolutions } from '@podium/contract/calls/solutions.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../../testing/fake.ts'
import { type FakeUpload, holdUploads } from '../../../testing/fake-upload.ts'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { metadata } from '../testing/sample.ts'
import { openInWorkspace } from '../testing/solutions-fixture.ts'

let uploads: FakeUpload[] = []
let user = userEvent.setup()
beforeEach(() => {
  uploads = holdUploads()
  user = userEvent.setup()
})

const archive = new File([new Uint8Array(4096)], 'penguins.tar.gz')
const json = fileOf('metadata.json', JSON.stringify(metadata))

/** jsdom cannot read files. */
function fileOf(name: string, content: string): File {
  return Object.assign(new File([content], name), { text: () => Promise.resolve(content) })
}

async function open() {
  openInWorkspace('/solution?register=1', {
    ...fake(listSolutions, { solutions: [], total: 0 }),
    ...fake(checkSolution, { duplicate: false, solution_id: null }),
  })
  return within(await screen.findByRole('dialog', { name: 'Register Solution' }))
}

const chosen = () => screen.getByRole('radiogroup', { name: 'Source' }).querySelector(':checked + span')
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'metadata.json' })
const showMetadata = () => user.click(screen.getByRole('radio', { name: 'Metadata only' }))

function drop(files: File[], on: Element = screen.getByRole('button', { name: /^Choose a/ })) {
  fireEvent.drop(on, { dataTransfer: { files } })
}

test('takes metadata that is dropped in the place for archives, and says so', {
  tags: ['long'],
}, async () => {
  await open()
  drop([json])
  expect(
    await screen.findByText('metadata.json is not an archive, so it was taken as “Metadata only”.'),
  ).toBeTruthy()
  expect(chosen()?.textContent).toBe('Metadata only')
  expect(text().value).toBe(JSON.stringify(metadata))
  expect(await screen.findByText('This name is available.')).toBeTruthy()
  expect(uploads).toHaveLength(0)
  expect(await accessibilityFaults()).toEqual([])
})

test('uploads an archive that is dropped in the place for metadata, and says so', async () => {
  await open()
  await showMetadata()
  drop([archive], text())
  expect(await screen.findByText('penguins.tar.gz is an archive, so it was taken as “Archive”.')).toBeTruthy()
  expect(chosen()?.textContent).toBe('Archive')
  expect(uploads).toHaveLength(1)
})

test('removes the notice about a file when another source is chosen by hand', async () => {
  await open()
  drop([json])
  await screen.findByText(/was taken as/)
  await user.click(screen.getByRole('radio', { name: 'Archive' }))
  expect(screen.queryByText(/was taken as/)).toBeNull()
  await showMetadata()
  expect(screen.queryByText(/was taken as/)).toBeNull()
})

test('keeps the focus when a file of the other kind is chosen by keyboard', async () => {
  const dialog = await open()
  screen.getByRole('button', { name: 'Choose an archive' }).focus()
  const input = dialog.getByLabelText('Choose an archive', { selector: 'input' })
  fireEvent.change(input, { target: { files: [json] } })
  const choose = await screen.findByRole('button', { name: 'Choose a metadata.json' })
  expect(document.activeElement).toBe(choose)
})

test.each([
  ['on the archive', async () => drop([archive, json])],
  ['on the text', async () => showMetadata().then(() => drop([json, archive], text()))],
])('takes neither of two files dropped %s, and says so', async (_, dropBoth) => {
  await open()
  await dropBoth()
  expect(
    await screen.findByText('One file is registered at a time, and 2 were dropped. Drop the one you mean.'),
  ).toBeTruthy()
  expect(screen.queryByDisplayValue(/penguins/)).toBeNull()
  expect(uploads).toHaveLength(0)
})

test.each([
  ['an empty file', fileOf('metadata.json', ''), /^metadata\.json is empty\. /],
  ['a file of blanks', fileOf('empty.json', ' \n'), /^empty\.json is empty\. /],
  ['another kind', new File(['x'], 'notes.txt'), /^notes\.txt is not a \.json file\. /],
  ['too large a file', new File([new Uint8Array(5_000_000)], 'huge.json'), /^huge\.json is larger than /],
])('says why %s is not metadata, and keeps what was typed', { tags: ['long'] }, async (_, file, sentence) => {
  await open()
  await showMetadata()
  fireEvent.change(text(), { target: { value: '{ "name": ' } })
  drop([file])
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(text().value).toBe('{ "name": ')
  expect(await accessibilityFaults()).toEqual([])
  fireEvent.change(text(), { target: { value: '{' } })
  expect(screen.queryByText(sentence)).toBeNull()
})

test('refuses empty metadata in the place for archives, and stays there', async () => {
  await open()
  drop([fileOf('metadata.json', '')])
  expect(await screen.findByText('metadata.json is empty. Choose another file.')).toBeTruthy()
  expect(chosen()?.textContent).toBe('Archive')
  expect(screen.queryByText(/was taken as/)).toBeNull()
})

test('says that a file cannot be read', async () => {
  await open()
  const gone = () => Promise.reject(new DOMException('It was moved.', 'NotFoundError'))
  drop([Object.assign(fileOf('metadata.json', '{}'), { text: gone })])
  expect(await screen.findByText(/^metadata\.json could not be read\. /)).toBeTruthy()
})

test('keeps the uploaded archive when another file is refused', async () => {
  await open()
  drop([archive])
  await waitFor(() => expect(uploads).toHaveLength(1))
  drop([new File(['x'], 'penguins.zip')])
  expect(await screen.findByText(/^penguins\.zip is not a tar\.gz file\. /)).toBeTruthy()
  expect(uploads[0]?.aborted).toBe(false)
  expect(screen.getByText('penguins.tar.gz')).toBeTruthy()
})
