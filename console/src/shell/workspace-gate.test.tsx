import { listAccounts } from '@podium/contract/calls/accounts.ts'
import { logout } from '@podium/contract/calls/auth.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../testing/open-console.tsx'
import { browserPage } from '../ui/browser-page.ts'
import { accessibilityFaults } from '../ui/testing/axe.ts'

const current = () => JSON.parse(localStorage.getItem('currWorkspace') ?? 'null')

beforeEach(() => {
  vi.spyOn(browserPage, 'open').mockImplementation(() => {})
})

test('makes the only workspace current and stores it', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve(signedIn(person))
  openConsole('/settings', person)
  expect(await screen.findByRole('heading', { level: 1, name: 'Workspace' })).toBeTruthy()
  expect(current()).toEqual({ id: 'id-poc', name: 'poc-ws', role: 'MANAGER', display_name: 'poc' })
})

test('names the account type in the sidebar as in every other place', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve(signedIn(person))
  openConsole('/settings', person)
  await screen.findByRole('button', { name: 'Profile', description: 'mina Admin' })
})

test('opens a page of administrators by a link before the only workspace is current', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve(signedIn(person))
  openConsole('/settings/audit', person)
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit' })).toBeTruthy()
  expect(window.location.pathname).toBe('/settings/audit')
})

test('shows the chooser over a blank page with several workspaces, chooses none, and ignores Escape', async () => {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy', { role: 'MEMBER' })])
  serve(signedIn(person))
  openConsole('/settings/workspace', person)
  const chooser = await screen.findByRole('dialog', { name: 'Welcome, Select a Workspace!' })
  expect(screen.queryByRole('heading', { level: 1, hidden: true })).toBeNull()
  const start = within(chooser).getByRole('button', { name: 'Get Started' })
  expect(start.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')
  await user.click(start)
  expect(current()).toBeNull()
  expect(await accessibilityFaults(chooser)).toEqual([])

  await user.click(within(chooser).getByRole('radio', { name: /energy/ }))
  await user.click(start)
  expect(await screen.findByRole('heading', { level: 1, name: 'Workspace' })).toBeTruthy()
  expect(current()).toMatchObject({ id: 'id-energy', role: 'MEMBER' })
})

test('shows the creation dialog to an administrator without a workspace, where Cancel asks and logs out', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const person = personWith([])
  const made = serve({
    ...signedIn(person),
    ...fake(logout, {}),
  })
  openConsole('/overview', person)
  const dialog = await screen.findByRole('dialog', { name: 'Welcome, Create a Workspace!' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to return to the previous page?',
  })
  expect(within(question).getByText('You will be logged out.')).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  await user.click(within(dialog).getByLabelText('Workspace Name'))
  await user.paste('quality')
  for (const name of ['Logout', 'Cancel']) {
    await user.click(within(dialog).getByRole('button', { name }))
    await screen.findByText('You will be logged out, and what you typed is not saved.')
    expect(made).not.toContain('POST /auth/logout')
    const again = screen.getByRole('alertdialog')
    const answer = name === 'Logout' ? 'Cancel' : 'Logout'
    await user.click(within(again).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(made).toContain('POST /auth/logout')
  expect(localStorage.getItem('accountId')).toBeNull()
})

test('tells other people without a workspace so, and logs them out after OK', async () => {
  const user = userEvent.setup()
  const person = personWith([], { role: 'DEVELOPER' })
  serve({
    ...signedIn(person),
    ...fake(logout, {}),
  })
  openConsole('/overview', person)
  const alert = await screen.findByRole('alertdialog', {
    name: 'There is no workspace allocated. Contact your system administrator.',
  })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(window.location.pathname).toBe('/auth/login')
})

test('stores the workspace and restarts at the overview when switching', async () => {
  const user = userEvent.setup()
  const workspaces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'packaging'].map((name) => workspaceCalled(name))
  const person = personWith(workspaces)
  serve(signedIn(person))
  const session = openConsole('/settings/workspace', person)
  session.choose(workspaceCalled('a'))
  await screen.findByRole('heading', { level: 1, name: 'Workspace' })
  const switcher = screen.getByRole('combobox', { name: 'Workspace' })
  await user.click(switcher)
  await screen.findByRole('searchbox', { name: 'Find a workspace' })
  await user.keyboard('packa')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['packagingManager'])
  await user.keyboard('{Enter}')
  expect(browserPage.open).toHaveBeenCalledExactlyOnceWith('/overview')
  expect(current()).toMatchObject({ id: 'id-packaging' })
  await user.click(switcher)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(switcher)
})

test('opens the list at the current workspace, which alone is selected', async () => {
  const scrolled: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
  const user = userEvent.setup()
  const workspaces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'packaging'].map((name) => workspaceCalled(name))
  const person = personWith(workspaces)
  serve(signedIn(person))
  openConsole('/settings/workspace', person, workspaceCalled('g'))
  await user.click(await screen.findByRole('combobox', { name: 'Workspace' }))
  const search = await screen.findByRole('searchbox', { name: 'Find a workspace' })
  const selected = () => screen.getAllByRole('option', { selected: true })
  const pointedAt = () =>
    document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(selected().map(({ textContent }) => textContent)).toEqual(['gManager'])
  expect(pointedAt()).toBe('gManager')
  expect(scrolled).toEqual(['gManager'])
  await user.keyboard('{ArrowDown}')
  expect(pointedAt()).toBe('packagingManager')
  expect(selected().map(({ textContent }) => textContent)).toEqual(['gManager'])
  expect(await accessibilityFaults()).toEqual([])
})

test('enters another workspace by a link and says so, and shows nothing of one that nobody may see', async () => {
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')])
  serve(signedIn(person))
  const session = openConsole('/settings/workspace?ws=id-energy', person)
  session.choose(workspaceCalled('poc'))
  expect(await screen.findByText('You are now in energy.')).toBeTruthy()
  expect(current()).toMatchObject({ id: 'id-energy' })
})

test('shows nothing for a link into a workspace that the person may not see', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve(signedIn(person))
  openConsole('/settings/workspace?ws=foreign', person)
  expect(await screen.findByText('There is nothing here that you may see.')).toBeTruthy()
  expect(window.location.pathname).toBe('/settings/workspace')
})

test.each([
  ['poc', '/settings/account', 'Accounts'],
  ['energy', '/overview', null],
])(
  'leads an administrator who chooses %s on to %s after the guard knows the workspace',
  async (name, href, heading) => {
    const user = userEvent.setup()
    const person = personWith([workspaceCalled('poc'), workspaceCalled('energy', { role: 'MEMBER' })])
    serve({
      ...signedIn(person),
      ...fake(listAccounts, { accounts: [], total: 0 }),
    })
    openConsole('/settings/account', person)
    const chooser = await screen.findByRole('dialog', { name: 'Welcome, Select a Workspace!' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(within(chooser).getByRole('radio', { name: new RegExp(name) }))
    await user.click(within(chooser).getByRole('button', { name: 'Get Started' }))
    if (heading) expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    else expect(await screen.findByRole('alertdialog', { name: messages.no_permission })).toBeTruthy()
    await waitFor(() => expect(window.location.pathname).toBe(href))
  },
)

test.each([
  ['/settings/workspace?ws=foreign', 'Workspace'],
  ['/settings/workspace/detail/none', 'Workspace Detail'],
  ['/settings/workspace/members/none', 'Manage Members'],
  ['/settings/workspace/edit/none', 'Edit Workspace'],
  ['/settings/account/edit/none', 'Edit Account'],
  ['/solution/none', 'AI Solution'],
  ['/solution/none/edit', 'Edit AI Solution'],
  ['/inferenceModel/run/none', 'Run'],
  ['/inferenceModel/run/r1?ws=foreign', 'Run'],
  ['/inferenceModel/instance/none', 'Instance'],
])('shows the heading of the page for a link to an unseen %s', { tags: ['long'] }, async (href, heading) => {
  const person = personWith([workspaceCalled('poc')])
  serve(signedIn(person))
  openConsole(href, person, workspaceCalled('poc'))
  expect(await screen.findByText('There is nothing here that you may see.')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    heading,
  ])
})

test('says what is denied before it shows the chooser', async () => {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')], { role: 'DEVELOPER' })
  serve(signedIn(person))
  openConsole('/settings/account', person)
  const alert = await screen.findByRole('alertdialog', { name: messages.no_permission })
  await waitFor(() => expect(alert.contains(document.activeElement)).toBe(true))
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  const chooser = await screen.findByRole('dialog', { name: 'Welcome, Select a Workspace!' })
  await user.click(within(chooser).getByRole('radio', { name: /energy/ }))
  await user.click(within(chooser).getByRole('button', { name: 'Get Started' }))
  expect(current()).toMatchObject({ id: 'id-energy' })
})
