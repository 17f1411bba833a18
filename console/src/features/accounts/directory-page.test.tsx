import { createAccount, listAccounts } from '@podium/contract/calls/accounts.ts'
import { type DirectoryUser, readDirectory, searchDirectory } from '@podium/contract/calls/directory.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, type FakeServer, fake, refused } from '../../testing/fake.ts'

import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { accountCalled, DIRECTORY, openAsAdmin } from './testing/accounts-fixture.ts'

const person = (username: string, part: Partial<DirectoryUser> = {}): DirectoryUser => ({
  username,
  display_name: `${username} Sol`,
  email: `${username}@aster.example`,
  company: 'Aster Works',
  department: 'Vision',
  account_id: null,
  ...part,
})
const found = [person('hanae'), person('nadia'), person('jonas', { account_id: 'id-jonas' })]
const alertCalled = (name: string) => screen.findByRole('alertdialog', { name })
const field = (label: string) => screen.getByLabelText(label, { exact: true, selector: 'input, select' })
const search = () => userEvent.click(screen.getByRole('button', { name: 'Search' }))

async function press(dialog: HTMLElement, name: string) {
  await userEvent.click(within(dialog).getByRole('button', { name }))
}

async function open(answers: FakeServer = {}, directory = DIRECTORY) {
  const made = openAsAdmin('/settings/account/directory', {
    ...fake(listAccounts, { accounts: [], total: 0 }),
    ...fake(readDirectory, directory),
    ...fake(searchDirectory, { users: found }),
    ...answers,
  })
  await screen.findByRole('heading', { name: 'Add from Directory' })
  await screen.findByLabelText('ID or name')
  return made
}

async function find(text: string) {
  await userEvent.clear(field('ID or name'))
  await enterText(userEvent, field('ID or name'), text)
  await userEvent.keyboard('{Enter}')
}

test('finds, previews and selects people, and disables those who have an account, with the reason', async () => {
  await open()
  await search()
  expect(screen.getByText('Please fill out this field.')).toBeTruthy()
  await find('na')
  expect(await screen.findByText('3 people found')).toBeTruthy()
  const added = screen.getByRole('checkbox', { name: /jonas/ })
  expect(added).toHaveProperty('disabled', true)
  expect(added.parentElement?.textContent).toContain('already added')
  await userEvent.click(screen.getByRole('checkbox', { name: /nadia/ }))
  const preview = screen.getByRole('region', { name: 'Preview of nadia' })
  expect(preview.textContent).toContain('Email Addressnadia@aster.example')
  expect(
    screen.getByText('1 person chosen. Those who cannot be added stay chosen, with the reason.'),
  ).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('says at the field that nobody was found', async () => {
  await open(fake(searchDirectory, { users: [] }))
  await find('zzz')
  expect(await screen.findByText('It is not a registered ID.')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test("asks for the person's own directory password if the server has none, and refuses a wrong one at its field", async () => {
  await open(fake(searchDirectory, refused(422, 'Invalid Credentials.')), { ...DIRECTORY, reader: false })
  await find('na')
  expect(screen.getAllByText('Please fill out this field.')).toHaveLength(2)
  await enterText(userEvent, field('Directory ID'), 'mina')
  await enterText(userEvent, field('Directory Password'), 'wrong')
  await search()
  expect(await screen.findByText('Invalid Credentials.')).toBeTruthy()
  expect(field('Directory Password').getAttribute('aria-invalid')).toBe('true')
  expect(bodiesOf(searchDirectory)).toEqual([{ target_user: 'na', login_id: 'mina', login_pw: 'wrong' }])
})

test('adds people with the password of the search if the server has none of its own', {
  tags: ['long'],
}, async () => {
  await open(
    fake(createAccount, ({ body }) => {
      return accountCalled(String(body.username))
    }),
    { ...DIRECTORY, reader: false },
  )
  await enterText(userEvent, field('Directory ID'), 'mina')
  await enterText(userEvent, field('Directory Password'), 'right')
  await find('na')
  await userEvent.click(await screen.findByRole('checkbox', { name: /hanae/ }))
  await userEvent.selectOptions(field('Account Type'), 'DEVELOPER')
  await userEvent.click(screen.getByRole('button', { name: 'Add 1' }))
  await press(await alertCalled('Add the item(s)?'), 'Add')
  await press(await alertCalled('Added Successfully!'), 'OK')
  expect(bodiesOf(createAccount)).toEqual([
    expect.objectContaining({ username: 'hanae', login_id: 'mina', login_pw: 'right' }),
  ])
})

test('says that the directory does not answer, and keeps what was typed', async () => {
  await open(fake(searchDirectory, refused(503, 'The directory does not answer.')))
  await find('na')
  expect(await screen.findByText('The directory does not answer.')).toBeTruthy()
  expect(field('ID or name')).toHaveProperty('value', 'na')
})

test('adds the selected people with one account type, and names those that failed, to be tried again', async () => {
  const bodies: Record<string, unknown>[] = []
  await open(
    fake(createAccount, ({ body, query }) => {
      bodies.push({ ...body, login_type: query.login_type })
      const isRefused = body.username === 'nadia' && bodies.length === 2
      return isRefused
        ? refused(422, [{ loc: ['body', 'username'], msg: 'It is not a registered ID.', type: 'value' }])
        : accountCalled(String(body.username))
    }),
  )
  await find('na')
  await userEvent.click(await screen.findByRole('checkbox', { name: /hanae/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /nadia/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Add 2' }))
  expect(screen.getByText('Please select user role.')).toBeTruthy()
  await userEvent.selectOptions(field('Account Type'), 'DEVELOPER')
  await userEvent.click(screen.getByRole('button', { name: 'Add 2' }))
  const question = await alertCalled('Add the item(s)?')
  expect(question.textContent).toContain('hanae and nadia, of type Developer')
  await press(question, 'Add')
  const failure = await alertCalled('Failed to add.')
  expect(failure.textContent).toContain('Done for 1 account, not for 1:')
  expect(failure.textContent).toContain('nadia: It is not a registered ID.')
  await press(failure, 'OK')
  expect(screen.getByRole('checkbox', { name: /hanae/ })).toHaveProperty('disabled', true)
  expect(screen.getByRole('checkbox', { name: /nadia/ })).toHaveProperty('checked', true)
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Add 1' }))
  await press(await alertCalled('Add the item(s)?'), 'Add')
  await press(await alertCalled('Added Successfully!'), 'OK')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
  expect(bodies.map(({ username }) => username)).toEqual(['hanae', 'nadia', 'nadia'])
  expect(bodies[0]).toMatchObject({
    login_type: 'ldap',
    role: 'DEVELOPER',
    display_name: 'hanae Sol',
    email: 'hanae@aster.example',
  })
})

test('says that it does not work without a directory', async () => {
  openAsAdmin('/settings/account/directory', fake(listAccounts, { accounts: [], total: 0 }))
  expect(await screen.findByText('This function is not working')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to Accounts' }))
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
})
