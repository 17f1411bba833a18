import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
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

/** The files of jsdom cannot be read. */
function fileOf(name: string, content: string): File {
  return Object.assign(new File([content], name), { text: () => Promise.resolve(content) })
}

async function open() {
  openInWorkspace('/solution?register=1', {
    'GET /solutions/workspace': () => [200, { solutions: [], total: 0 }],
    'GET /solutions/check': () => [200, { duplicate: false, solution_id: null }],
  })
  return within(await screen.findByRole('dialog', { name: 'Register Solution' }))
}

const chosen = () => screen.getByRole('radiogroup', { name: 'Source' }).querySelector(':checked + span')
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'metadata.json' })
const showMetadata = () => user.click(screen.getByRole('radio', { name: 'Metadata only' }))

function drop(files: File[], on: Element = screen.getByRole('button', { name: /^Choose a/ })) {
  fireEvent.drop(on, { dataTransfer: { files } })
}

test('metadata dropped where an archive belongs is taken as metadata, and the dialog says so', {
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

test('an archive dropped where metadata belongs is uploaded, and the dialog says so', async () => {
  await open()
  await showMetadata()
  drop([archive], text())
  expect(await screen.findByText('penguins.tar.gz is an archive, so it was taken as “Archive”.')).toBeTruthy()
  expect(chosen()?.textContent).toBe('Archive')
  expect(uploads).toHaveLength(1)
})

test('what was said of a file goes when another source is chosen by hand', async () => {
  await open()
  drop([json])
  await screen.findByText(/was taken as/)
  await user.click(screen.getByRole('radio', { name: 'Archive' }))
  expect(screen.queryByText(/was taken as/)).toBeNull()
  await showMetadata()
  expect(screen.queryByText(/was taken as/)).toBeNull()
})

test('who chose the other kind of file by the keyboard stays where they were', async () => {
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
])('of two files dropped %s none is taken, and the dialog says so', async (_, dropBoth) => {
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
])(
  '%s is no metadata: it is said why, and what was typed stays',
  { tags: ['long'] },
  async (_, file, sentence) => {
    await open()
    await showMetadata()
    fireEvent.change(text(), { target: { value: '{ "name": ' } })
    drop([file])
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(text().value).toBe('{ "name": ')
    expect(await accessibilityFaults()).toEqual([])
    fireEvent.change(text(), { target: { value: '{' } })
    expect(screen.queryByText(sentence)).toBeNull()
  },
)

test('metadata that is empty is refused where an archive belongs as well, and leads nowhere', async () => {
  await open()
  drop([fileOf('metadata.json', '')])
  expect(await screen.findByText('metadata.json is empty. Choose another file.')).toBeTruthy()
  expect(chosen()?.textContent).toBe('Archive')
  expect(screen.queryByText(/was taken as/)).toBeNull()
})

test('a file that cannot be read is said', async () => {
  await open()
  const gone = () => Promise.reject(new DOMException('It was moved.', 'NotFoundError'))
  drop([Object.assign(fileOf('metadata.json', '{}'), { text: gone })])
  expect(await screen.findByText(/^metadata\.json could not be read\. /)).toBeTruthy()
})

test('a file that is refused leaves the archive that is uploaded', async () => {
  await open()
  drop([archive])
  await waitFor(() => expect(uploads).toHaveLength(1))
  drop([new File(['x'], 'penguins.zip')])
  expect(await screen.findByText(/^penguins\.zip is not a tar\.gz file\. /)).toBeTruthy()
  expect(uploads[0]?.aborted).toBe(false)
  expect(screen.getByText('penguins.tar.gz')).toBeTruthy()
})
