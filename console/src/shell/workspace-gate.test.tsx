import { messages } from '@podium/contract/rules/rules.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openConsole, personWith, serve, versions, workspaceCalled } from '../testing/open-console.tsx'
import { browserPage } from '../ui/browser-page.ts'
import { accessibilityFaults } from '../ui/testing/axe.ts'

const current = () => JSON.parse(localStorage.getItem('currWorkspace') ?? 'null')

beforeEach(() => {
  vi.spyOn(browserPage, 'open').mockImplementation(() => {})
})

test('the only workspace becomes the current one and is stored', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
  openConsole('/settings', person)
  expect(await screen.findByRole('heading', { level: 1, name: 'Workspace' })).toBeTruthy()
  expect(current()).toEqual({ id: 'id-poc', name: 'poc-ws', role: 'MANAGER', display_name: 'poc' })
})

test('the sidebar says the account type as every other place does', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
  openConsole('/settings', person)
  await screen.findByRole('button', { name: 'Profile', description: 'mina Admin' })
})

test('a link to a page of administrators opens it, also where the only workspace was not current yet', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
  openConsole('/settings/audit', person)
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit' })).toBeTruthy()
  expect(window.location.pathname).toBe('/settings/audit')
})

test('with several the chooser opens over a blank page; nothing is chosen and Escape does nothing', async () => {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy', { role: 'MEMBER' })])
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
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

test('an administrator without any workspace gets the creation dialog; Cancel asks and logs out', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const person = personWith([])
  const made = serve({
    'GET /versions': () => versions(),
    'GET /auth/session': () => [200, person],
    'POST /auth/logout': () => [200, {}],
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

test('anybody else without a workspace is told so, and logged out after OK', async () => {
  const user = userEvent.setup()
  const person = personWith([], { role: 'DEVELOPER' })
  serve({
    'GET /versions': () => versions(),
    'GET /auth/session': () => [200, person],
    'POST /auth/logout': () => [200, {}],
  })
  openConsole('/overview', person)
  const alert = await screen.findByRole('alertdialog', {
    name: 'There is no workspace allocated. Contact your system administrator.',
  })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(window.location.pathname).toBe('/auth/login')
})

test('switching stores the workspace and starts anew at the overview', async () => {
  const user = userEvent.setup()
  const workspaces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'packaging'].map((name) => workspaceCalled(name))
  const person = personWith(workspaces)
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
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

test('the list opens at the current workspace, which alone is selected', async () => {
  const scrolled: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
  const user = userEvent.setup()
  const workspaces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'packaging'].map((name) => workspaceCalled(name))
  const person = personWith(workspaces)
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
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

test('a link to another workspace enters it and says so; one nobody may see shows nothing', async () => {
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')])
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
  const session = openConsole('/settings/workspace?ws=id-energy', person)
  session.choose(workspaceCalled('poc'))
  expect(await screen.findByText('You are now in energy.')).toBeTruthy()
  expect(current()).toMatchObject({ id: 'id-energy' })
})

test('a link into a workspace that this person may not see shows nothing of it', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
  openConsole('/settings/workspace?ws=foreign', person)
  expect(await screen.findByText('There is nothing here that you may see.')).toBeTruthy()
  expect(window.location.pathname).toBe('/settings/workspace')
})

test.each([
  ['poc', '/settings/account', 'Accounts'],
  ['energy', '/overview', null],
])(
  'an administrator who chooses %s is led on to %s: the guard asks once the workspace is known',
  async (name, href, heading) => {
    const user = userEvent.setup()
    const person = personWith([workspaceCalled('poc'), workspaceCalled('energy', { role: 'MEMBER' })])
    serve({
      'GET /versions': () => versions(),
      'GET /auth/session': () => [200, person],
      'GET /settings/accounts': () => [200, { accounts: [], total: 0 }],
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
])(
  'a link to something unseen, %s, has the heading of its page',
  { tags: ['long'] },
  async (href, heading) => {
    const person = personWith([workspaceCalled('poc')])
    serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
    openConsole(href, person, workspaceCalled('poc'))
    expect(await screen.findByText('There is nothing here that you may see.')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
      heading,
    ])
  },
)

test('what is denied is said before the chooser, which is there to use after it', async () => {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')], { role: 'DEVELOPER' })
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, person] })
  openConsole('/settings/account', person)
  const alert = await screen.findByRole('alertdialog', { name: messages.no_permission })
  await waitFor(() => expect(alert.contains(document.activeElement)).toBe(true))
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  const chooser = await screen.findByRole('dialog', { name: 'Welcome, Select a Workspace!' })
  await user.click(within(chooser).getByRole('radio', { name: /energy/ }))
  await user.click(within(chooser).getByRole('button', { name: 'Get Started' }))
  expect(current()).toMatchObject({ id: 'id-energy' })
})
