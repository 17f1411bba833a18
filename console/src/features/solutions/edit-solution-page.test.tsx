import {
  editSolution,
  readSolution,
  readVersion,
  registerVersion,
  type VersionDetail,
} from '@podium/contract/calls/solutions.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bodiesOf, type FakeServer, fake, refused } from '../../testing/fake.ts'

import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { metadata, solution, version, versionDetail } from './testing/sample.ts'
import { openInWorkspace } from './testing/solutions-fixture.ts'

// Loads the page and its lazy parts first, so that no test's time includes it.
beforeAll(async () => {
  await Promise.all([
    import('./edit-solution-page.tsx'),
    import('./edit/edit-view.tsx'),
    import('./edit/changes-tab.tsx'),
  ])
})
afterEach(() => {
  vi.restoreAllMocks()
})

const AT = '/solution/solution-penguins/edit'
const written = JSON.stringify(metadata, null, 2)
const changed = { ...metadata, note: 'Weighed again.' }
const IN_USE = 'Version 2 is in use: register a new version.'

function server(newest: Partial<VersionDetail> = {}, part: FakeServer = {}): FakeServer {
  return {
    ...fake(readSolution, { id: 'solution-penguins' }, solution('penguins')),
    ...fake(readVersion, { id: 'solution-penguins', n: 2 }, () =>
      versionDetail(2, { in_use: false, ...newest }),
    ),
    ...fake(
      readVersion,
      { id: 'solution-penguins', n: 1 },
      versionDetail(1, { metadata_json: { ...metadata, note: 'Weighed once.' } }),
    ),
    ...part,
  }
}

const area = () => screen.findByRole('textbox', { name: 'metadata.json' })
const button = (name: string) => screen.getByRole('button', { name })

async function type(text: string) {
  fireEvent.change(await area(), { target: { value: text } })
}

async function save(name: string, question: string, yes: string) {
  const user = userEvent.setup()
  await user.click(button(name))
  const dialog = await screen.findByRole('alertdialog', { name: question })
  await user.click(within(dialog).getByRole('button', { name: yes }))
}

test('saves unused metadata in place, with the revision that was read', async () => {
  openInWorkspace(
    AT,
    server({}, fake(editSolution, { id: 'solution-penguins' }, solution('penguins', { revision: 2 }))),
  )
  expect(await area()).toHaveProperty('value', written)
  expect(button('Save').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/^No changes yet\. .* of 256\.00 k\.$/)).toBeTruthy()
  const form = await screen.findByRole('region', { name: 'Parameters' })
  expect(within(form).getByText('epochs').closest('li')?.textContent).toBe(
    'epochsdefault 30int: 1 to 2,000Passes over the data',
  )
  const way = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(within(way).getByRole('link', { name: 'penguins' }).getAttribute('href')).toBe(
    '/solution/solution-penguins',
  )
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await type(JSON.stringify(changed))
  expect(screen.getByRole('tab', { name: /^Changes ?\+2 −1$/ })).toBeTruthy()
  await save('Save', 'Save the changes?', 'Save')
  await screen.findByRole('alertdialog', { name: 'Edited Successfully!' })
  await userEvent.click(button('OK'))
  await waitFor(() => expect(window.location.pathname).toBe('/solution/solution-penguins'))
  expect(bodiesOf(editSolution)).toEqual([{ metadata_json: changed, revision: 1 }])
})

test('shows a fault with its path at its line, and disables Save', async () => {
  openInWorkspace(AT, server())
  await type('{\n "name": "penguins",\n "pipeline": [{"type": "tran"}]\n}')
  const sentence = await screen.findByText(
    'pipeline[0].type: The type of a pipeline is "train" or "inference".',
  )
  expect(sentence.textContent).toMatch(/^Line 3: /)
  expect(button('Save').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/^1 error keeps it from being saved\./, { selector: 'div' })).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await userEvent.click(screen.getByRole('tab', { name: /^Changes/ }))
  await userEvent.click(button('Go to line 3'))
  await waitFor(async () => expect(document.activeElement).toBe(await area()))
  expect(((await area()) as HTMLTextAreaElement).selectionStart).toBe(23)
})

test('says why text is not JSON, and leads to the very character', async () => {
  openInWorkspace(AT, server())
  await type('{\n "name": "penguins",\n "pipeline": [,]\n}')
  const sentence = await screen.findByText('A value is missing before the comma.', { selector: 'p' })
  expect(sentence.textContent).toMatch(/^Line 3: /)
  expect(screen.getByText('line 3, column 15')).toBeTruthy()
  await userEvent.click(button('Go to line 3'))
  const { value, selectionStart } = (await area()) as HTMLTextAreaElement
  expect(value.slice(selectionStart)).toBe(',]\n}')
})

test('saves the text as a new version while the old one is in use', async () => {
  openInWorkspace(
    AT,
    server(
      { in_use: true },
      fake(registerVersion, { id: 'solution-penguins' }, () => {
        const made = {
          id: 'solution-penguins',
          name: 'penguins',
          scope_ws: 'poc-ws',
          workspace_id: 'id-poc',
        }
        return {
          ...made,
          workspace_name: 'poc-ws',
          versions: [version(3)],
          warnings: [],
          without_effect: [],
        }
      }),
    ),
  )
  expect(
    await screen.findByText('Version 2 is in use, so your changes are saved as the next version.'),
  ).toBeTruthy()
  await type(JSON.stringify(changed))
  await save('Register New Version', 'Create the item(s)?', 'Create')
  const done = await screen.findByRole('alertdialog', { name: 'Created Successfully!' })
  expect(done.textContent).toContain('penguins v 3 is registered in poc.')
  expect(bodiesOf(registerVersion)).toEqual([{ metadata_json: changed }])
})

test('offers a new version and keeps the text when the version comes into use meanwhile', {
  tags: ['long'],
}, async () => {
  let in_use = false
  const part: FakeServer = {
    ...fake(readVersion, { id: 'solution-penguins', n: 2 }, () => versionDetail(2, { in_use })),
    ...fake(editSolution, { id: 'solution-penguins' }, () => {
      in_use = true
      return refused(409, IN_USE)
    }),
  }
  openInWorkspace(AT, server({}, part))
  await type(JSON.stringify(changed))
  await save('Save', 'Save the changes?', 'Save')
  const alert = await screen.findByRole('alertdialog', { name: 'Failed to edit.' })
  expect(alert.textContent).toContain(IN_USE)
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(await screen.findByRole('button', { name: 'Register New Version' })).toBeTruthy()
  expect(await area()).toHaveProperty('value', JSON.stringify(changed))
})

test('shows what another person saved meanwhile, keeps the text, and bases the next save on theirs', {
  tags: ['long'],
}, async () => {
  const revisions: unknown[] = []
  const theirs = { ...metadata, note: 'Theirs.' }
  let stored: Record<string, unknown> = metadata
  const part: FakeServer = {
    ...fake(readVersion, { id: 'solution-penguins', n: 2 }, () =>
      versionDetail(2, { in_use: false, metadata_json: stored }),
    ),
    ...fake(editSolution, { id: 'solution-penguins' }, ({ body }) => {
      revisions.push(body.revision)
      if (body.revision === 7) return solution('penguins', { revision: 8 })
      stored = theirs
      const detail = 'Someone else changed this in the meantime. Review their change, then save again.'
      return Response.json({ detail, current: solution('penguins', { revision: 7 }) }, { status: 409 })
    }),
  }
  openInWorkspace(AT, server({}, part))
  await type(JSON.stringify(changed))
  await save('Save', 'Save the changes?', 'Save')
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
  const shown = await screen.findByRole('region', { name: 'Changes that someone else saved' })
  expect(shown.textContent).toContain('added:   "note": "Theirs."')
  expect(await area()).toHaveProperty('value', JSON.stringify(changed))
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await save('Save', 'Save the changes?', 'Save')
  await screen.findByRole('alertdialog', { name: 'Edited Successfully!' })
  expect(revisions).toEqual([1, 7])
})

test('says that the solution was deleted meanwhile, and keeps the text', { tags: ['long'] }, async () => {
  const part: FakeServer = fake(
    editSolution,
    { id: 'solution-penguins' },
    refused(404, 'There is nothing here that you may see.'),
  )
  openInWorkspace(AT, server({}, part))
  await type(JSON.stringify(changed))
  await save('Save', 'Save the changes?', 'Save')
  const title = 'penguins was deleted in the meantime.'
  const alert = await screen.findByRole('alertdialog', { name: title })
  expect(alert.textContent).toContain('Copy your text')
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(await area()).toHaveProperty('value', JSON.stringify(changed))
  const link = await screen.findByRole('link', { name: 'All solutions' })
  expect(link.getAttribute('href')).toMatch(/^\/solution(\?|$)/)
  expect(screen.getByRole('button', { name: 'Save', description: title }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await userEvent.click(button('Copy text'))
  expect(await navigator.clipboard.readText()).toBe(JSON.stringify(changed))
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('no longer offers the next version of a deleted solution', {
  tags: ['long'],
}, async () => {
  const part: FakeServer = fake(
    registerVersion,
    { id: 'solution-penguins' },
    refused(404, 'There is nothing here that you may see.'),
  )
  openInWorkspace(AT, server({ in_use: true }, part))
  await type(JSON.stringify(changed))
  await save('Register New Version', 'Create the item(s)?', 'Create')
  const alert = await screen.findByRole('alertdialog', { name: 'penguins was deleted in the meantime.' })
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(button('Register New Version').getAttribute('aria-disabled')).toBe('true')
  expect(await area()).toHaveProperty('value', JSON.stringify(changed))
})

test('compares two versions, and keeps both in the address', async () => {
  const user = userEvent.setup()
  openInWorkspace(`${AT}?tab=changes&from=1&to=2`, server())
  const rows = await screen.findByRole('region', { name: 'Changes from v 1 to v 2' })
  expect(rows.textContent).toContain('removed:   "note": "Weighed once."')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await user.selectOptions(screen.getByRole('combobox', { name: 'With' }), 'your text')
  await screen.findByRole('region', { name: 'Changes from v 1 to your text' })
  expect(window.location.search).toBe('?tab=changes&from=1')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Compare' }), '2')
  expect(await screen.findByText('Nothing differs.', { selector: 'p' })).toBeTruthy()
  expect(window.location.search).toBe('?tab=changes&from=2')
})

test('ignores numbers in the address that name no version', async () => {
  openInWorkspace(`${AT}?tab=changes&from=0&to=4`, server())
  expect(await screen.findByRole('combobox', { name: 'Compare' })).toHaveProperty('value', '2')
  expect(screen.getByRole('combobox', { name: 'With' })).toHaveProperty('value', '')
})

test('opens the text if the address names no tab', async () => {
  openInWorkspace(`${AT}?tab=junk`, server())
  expect(await area()).toHaveProperty('value', written)
})

test('leads from a deleted version to the others, without a retry', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const part: FakeServer = {
    ...fake(
      readSolution,
      { id: 'solution-penguins' },
      solution('penguins', { versions: [version(3), version(2)] }),
    ),
    ...fake(readVersion, { id: 'solution-penguins', n: 3 }, versionDetail(3, { metadata_json: changed })),
    ...fake(readVersion, { id: 'solution-penguins', n: 1 }, refused(404, 'Nothing here.')),
  }
  openInWorkspace(`${AT}?tab=changes&from=1&to=3`, server({}, part))
  expect(await screen.findByText('v 1 no longer exists.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByRole('link', { name: 'All versions' }).getAttribute('href')).toMatch(
    /^\/solution\/solution-penguins(\?|$)/,
  )
  const from = screen.getByRole('combobox', { name: 'Compare' })
  expect(within(from).getByRole('option', { name: 'v 1, deleted' })).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await user.selectOptions(from, '2')
  expect(await screen.findByRole('region', { name: 'Changes from v 2 to v 3' })).toBeTruthy()
})

/** A server on which another person registers v 3; the window then gets the focus again. */
function serverOfTwo(part: FakeServer = {}) {
  let known = solution('penguins')
  const answers = server(
    {},
    {
      ...fake(readSolution, { id: 'solution-penguins' }, () => known),
      ...fake(readVersion, { id: 'solution-penguins', n: 3 }, () =>
        versionDetail(3, { in_use: false, metadata_json: { ...metadata, note: 'Theirs.' } }),
      ),
      ...part,
    },
  )
  async function registerAnother() {
    known = solution('penguins', { revision: 2, versions: [version(3), version(2), version(1)] })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    fireEvent(window, new Event('visibilitychange'))
    await screen.findByText('v 3', { selector: 'main *' })
  }
  return { answers, registerAnother }
}

test('keeps typed text when another version is registered meanwhile, and bases the save on it', {
  tags: ['long'],
}, async () => {
  const { answers, registerAnother } = serverOfTwo(
    fake(editSolution, { id: 'solution-penguins' }, solution('penguins', { revision: 3 })),
  )
  openInWorkspace(AT, answers)
  await type(JSON.stringify(changed))
  await registerAnother()
  expect(await screen.findByText('v 3 was registered in the meantime.')).toBeTruthy()
  expect(await area()).toHaveProperty('value', JSON.stringify(changed))
  const theirs = await screen.findByRole('region', { name: 'Changes that someone else saved' })
  expect(theirs.textContent).toContain('Theirs.')
  await save('Save', 'Save the changes?', 'Save')
  await screen.findByRole('alertdialog', { name: 'Edited Successfully!' })
  expect(bodiesOf(editSolution)).toEqual([{ metadata_json: changed, revision: 2 }])
})

test('follows the newest version while nothing is typed', async () => {
  const { answers, registerAnother } = serverOfTwo()
  openInWorkspace(AT, answers)
  await area()
  await registerAnother()
  await waitFor(async () => expect(((await area()) as HTMLTextAreaElement).value).toContain('Theirs.'))
  expect(screen.queryByText(/in the meantime/)).toBeNull()
})

test('asks before typed text is left', async () => {
  openInWorkspace(AT, server())
  await type(`${written} `)
  await userEvent.click(button('Cancel'))
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to return to the previous page?',
  })
  expect(question.textContent).toContain('What you typed is not saved.')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(window.location.pathname).toBe(AT)
  expect(await area()).toHaveProperty('value', `${written} `)
})

test('formats the text, and puts a file in its place until that is undone', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  openInWorkspace(AT, server())
  await type(JSON.stringify(metadata))
  await user.click(button('Format'))
  expect(await area()).toHaveProperty('value', written)
  // jsdom cannot read files.
  const file = Object.assign(new File(['{}'], 'other.json'), { text: async () => '{}' })
  await user.upload(screen.getByLabelText('Upload a file', { selector: 'input' }), file)
  await waitFor(async () => expect(await area()).toHaveProperty('value', '{}'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await area()).toHaveProperty('value', written)
})
