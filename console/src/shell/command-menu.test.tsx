import { logout } from '@podium/contract/calls/auth.ts'
import { keepPreferences } from '@podium/contract/calls/preferences.ts'
import { type Found, type SearchKind, search } from '@podium/contract/calls/search.ts'
import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { solution } from '../features/solutions/testing/sample.ts'
import { openInWorkspace } from '../features/solutions/testing/solutions-fixture.ts'
import { type FakeServer, fake, refused } from '../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../testing/open-console.tsx'
import { PREFERENCES } from '../testing/samples.ts'
import { noteObject } from './recent-objects.ts'

const foundIn = (name: string, part: Partial<Found> = {}): Found => ({
  id: `id-${name}`,
  name,
  detail: '',
  state: null,
  address: '',
  workspace_id: 'id-poc',
  workspace_name: 'poc',
  ...part,
})

const EVERY_KIND: Partial<Record<SearchKind, Found[]>> = {
  run: [foundIn('line-1-7', { state: 'running', detail: 'bolts' })],
  solution: [foundIn('line-solution')],
  instance: [foundIn('line-instance')],
  stream: [foundIn('line-1')],
  model: [foundIn('line-1 v 2.3', { id: 'm1', workspace_id: 'id-lab', workspace_name: 'lab' })],
  'run-view': [foundIn('Failed lines', { address: 'state=failed&view=runs' })],
  workspace: [foundIn('lines', { workspace_id: 'id-lines', workspace_name: 'lines' })],
  account: [foundIn('Mina Line', { id: 'a2', detail: 'mina', workspace_id: '', workspace_name: '' })],
}

/** Answers every search with these results. */
const finding = (kinds: Partial<Record<SearchKind, Found[]>>, more = false): FakeServer =>
  fake(search, {
    groups: Object.entries(kinds).map(([kind, found]) => ({ kind: kind as SearchKind, found, more })),
  })

async function openSolutions(answers: FakeServer = finding({})) {
  openInWorkspace('/solution', {
    ...fake(listSolutions, { solutions: [solution('Bolts')], total: 1 }),
    ...answers,
  })
  const field = await screen.findByRole('searchbox', { name: 'Search solutions' })
  await screen.findByRole('link', { name: 'Bolts' })
  return { field, user: userEvent.setup() }
}

/** Opens the command menu over the list of workspaces, and types the text. */
async function openMenu(text: string, answers: FakeServer = finding({}), roles = {}) {
  const made = openInWorkspace('/settings/workspace', answers, roles)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: /Search or jump to/ })
  await user.keyboard('{Control>}k{/Control}')
  if (text !== '') await user.type((await menu()).getByRole('combobox'), text)
  return { made, user }
}

async function menu() {
  return within(await screen.findByRole('dialog', { name: 'Command menu' }))
}

/** Returns the options below a title, once there are some. */
async function found(title: string): Promise<(string | null)[]> {
  const group = within(await (await menu()).findByRole('group', { name: title }))
  return group.getAllByRole('option').map(({ textContent }) => textContent)
}

test('finds objects of every kind, with what tells them apart and where they are', async () => {
  await openMenu('line', finding(EVERY_KIND, true))
  expect(await found('Runs')).toEqual(['line-1-7 boltstraining'])
  expect(await found('Solutions')).toEqual(['line-solution'])
  expect(await found('Instances')).toEqual(['line-instance'])
  expect(await found('Streams')).toEqual(['line-1'])
  expect(await found('Models')).toEqual(['line-1 v 2.3lab'])
  expect(await found('Saved views')).toEqual(['Failed lines'])
  expect(await found('Workspaces')).toEqual(['lines'])
  expect(await found('Accounts')).toEqual(['Mina Line mina'])
  expect((await menu()).getAllByText('first 1')).toHaveLength(8)
  await waitFor(async () => expect((await menu()).getByRole('status').textContent).toBe('First 8 results'))
})

test('finds accounts for administrators only', async () => {
  await openMenu('line', finding(EVERY_KIND), { role: 'DEVELOPER' })
  await found('Runs')
  expect((await menu()).queryByRole('group', { name: 'Accounts' })).toBeNull()
})

test('drops the results for earlier letters', { tags: ['long'] }, async () => {
  const { user } = await openMenu(
    'li',
    fake(search, ({ query }) => ({
      groups: [
        {
          kind: 'run',
          found: query.q === 'li' ? ['lion', 'line'].map((name) => foundIn(name)) : [],
          more: false,
        },
      ],
    })),
  )
  expect(await found('Runs')).toEqual(['lion', 'line'])
  await user.keyboard('zzz')
  expect(await (await menu()).findByText('Nothing matches “lizzz”.')).toBeTruthy()
})

test('returns the focus to the field in which Ctrl+K was pressed', { tags: ['long'] }, async () => {
  const { field, user } = await openSolutions()
  await user.click(field)
  await user.keyboard('{Control>}k{/Control}')
  const combobox = (await menu()).getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(combobox))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('returns the focus to the button that opened the menu', async () => {
  const { user } = await openSolutions()
  const button = screen.getByRole('button', { name: /Search or jump to/ })
  button.focus()
  await user.keyboard('{Enter}')
  const combobox = (await menu()).getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(combobox))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('moves the focus to the heading of the page that the menu opened', { tags: ['long'] }, async () => {
  const { field, user } = await openSolutions()
  await user.click(field)
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'New Run')
  await waitFor(() =>
    expect(screen.getAllByRole('option', { name: 'New Run' })).toEqual(screen.getAllByRole('option')),
  )
  await user.keyboard('{Enter}')
  // The placeholder's heading gives way to the page's own.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'New Run' })),
  )
})

test('says that a search failed, and repeats it by Retry', { tags: ['long'] }, async () => {
  let isBroken = true
  const { user } = await openMenu(
    'bolts',
    fake(search, () =>
      isBroken
        ? refused(500, 'It did not work.')
        : { groups: [{ kind: 'solution', found: [foundIn('bolts')], more: false }] },
    ),
  )
  expect((await screen.findByRole('alert')).textContent).toMatch('The search failed.')
  expect(screen.queryByText(/Nothing matches/)).toBeNull()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await found('Solutions')).toEqual(['bolts'])
})

test('keeps letters typed before the menu has the focus', { tags: ['long'] }, async () => {
  const { field, user } = await openSolutions()
  await user.click(field)
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(field, { key: 'b' })
  fireEvent.keyDown(field, { key: 'o' })
  const combobox = (await menu()).getByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(document.activeElement).toBe(combobox))
  await user.keyboard('lts')
  expect(combobox.value).toBe('bolts')
})

const OF_ALL = ['Theme: Light', 'Theme: Dark', 'Theme: System', 'Keyboard help?', 'Logout sign out']

test.each([
  [
    'ADMIN',
    'MANAGER',
    [
      'New Run',
      'Register Solution',
      'New Instance',
      'Manage Members',
      'New Workspace',
      'New Account',
      'Add from Directory',
    ],
  ],
  ['DEVELOPER', 'MANAGER', ['New Run', 'Register Solution', 'New Instance', 'Manage Members']],
  ['DEVELOPER', 'MEMBER', ['New Run', 'Register Solution', 'New Instance']],
] as const)('offers to a %s who is %s the actions they may take', async (role, workspaceRole, actions) => {
  await openMenu('', finding({}), { role, workspaceRole })
  expect(await found('Actions')).toEqual([...actions, ...OF_ALL])
  const hasAudit = (await menu()).queryByRole('option', { name: /Audit/ }) !== null
  expect(hasAudit).toBe(workspaceRole === 'MANAGER')
})

test('shows a theme at once and keeps it', async () => {
  const { made, user } = await openMenu('dark', {
    ...finding({}),
    ...fake(keepPreferences, PREFERENCES),
  })
  await user.keyboard('{Enter}')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await waitFor(() => expect(made).toContain('PATCH /settings/preferences'))
})

test('finds signing out by either word', { tags: ['long'] }, async () => {
  const { made, user } = await openMenu('sign out', { ...finding({}), ...fake(logout, {}) })
  expect(await found('Actions')).toEqual(['Logout sign out'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(made).toContain('POST /auth/logout'))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
})

test('switches to another workspace', async () => {
  const [poc, lab] = [workspaceCalled('poc'), workspaceCalled('lab')]
  const person = personWith([poc, lab])
  const { browserPage } = await import('../ui/browser-page.ts')
  const opened = vi.spyOn(browserPage, 'open').mockReturnValue()
  serve({ ...signedIn(person), ...finding({}) })
  const session = openConsole('/settings/workspace', person, poc)
  const chosen = vi.spyOn(session, 'chooseForNextPage')
  const user = userEvent.setup()
  await screen.findByRole('button', { name: /Search or jump to/ })
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'switch')
  expect(await found('Switch workspace')).toEqual(['Switch to lab'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/overview'))
  expect(chosen).toHaveBeenCalledWith(expect.objectContaining({ id: 'id-lab' }))
})

test('lists the last opened objects first when nothing is typed: at most eight, of this person and workspace', async () => {
  for (let at = 1; at <= 9; at += 1)
    noteObject('a1', 'id-poc', { kind: 'run', id: `r${at}`, name: `line-${at}` })
  noteObject('a1', 'id-poc', { kind: 'run', id: 'r3', name: 'line-3' })
  noteObject('a1', 'id-lab', { kind: 'run', id: 'r10', name: 'of another workspace' })
  noteObject('a2', 'id-poc', { kind: 'run', id: 'r11', name: 'of another person' })
  const { user } = await openMenu('')
  const [first, ...others] = await found('Recent')
  expect([first, others.length]).toEqual(['line-3run', 7])
  expect(others).not.toContain('line-1run')
  await user.keyboard('x')
  await waitFor(async () => expect((await menu()).queryByRole('group', { name: 'Recent' })).toBeNull())
})

test('ignores junk in the storage', async () => {
  localStorage.setItem('recent a1 id-poc', '[{"kind":5},null')
  await openMenu('')
  expect((await found('Actions'))[0]).toBe('New Run')
})

test('opens the page in another tab by Ctrl+Enter, and stays open', { tags: ['long'] }, async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await openSolutions()
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'audit')
  expect(await found('Go to')).toEqual(['Auditg u'])
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(open).toHaveBeenCalledExactlyOnceWith('/settings/audit', '_blank', 'noopener')
  await screen.findByRole('searchbox', { name: 'Search solutions' })
})

test('shows a cross that closes it on a phone, and no keys', async () => {
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(new EventTarget(), { matches: true, media: query }) as never)
  const { user } = await openMenu('')
  expect((await menu()).queryByText('new tab')).toBeNull()
  await user.click((await menu()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  media.mockRestore()
})
