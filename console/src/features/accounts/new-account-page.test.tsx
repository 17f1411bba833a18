import { checkAccount, createAccount, listAccounts } from '@podium/contract/calls/accounts.ts'
import { readDirectory } from '@podium/contract/calls/directory.ts'
import { addMembers } from '@podium/contract/calls/workspaces.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, type FakeServer, fake, refused } from '../../testing/fake.ts'

import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { accountCalled, DIRECTORY, openAsAdmin } from './testing/accounts-fixture.ts'

const PASSWORD = 'grey-harbour-candle-9'
const field = (label: string) => screen.getByLabelText(label, { exact: true, selector: 'input, select' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const alertCalled = (name: string) => screen.findByRole('alertdialog', { name })

function messageAt(label: string): string | null | undefined {
  const id = field(label).getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  return document.getElementById(id)?.textContent
}

async function press(dialog: HTMLElement, name: string) {
  await userEvent.click(within(dialog).getByRole('button', { name }))
}

async function open(answers: FakeServer = {}) {
  const made = openAsAdmin('/settings/account/register', {
    ...fake(listAccounts, { accounts: [], total: 0 }),
    ...fake(checkAccount, ({ query }) => ({ duplicate: query.username === 'kim' })),
    ...answers,
  })
  await screen.findByRole('form', { name: 'New Account' })
  return made
}

async function fill(values: Record<string, string>) {
  const user = userEvent.setup()
  for (const [label, text] of Object.entries(values)) {
    await user.clear(field(label))
    await user.click(field(label))
    await user.paste(text)
  }
}

async function fillAll(username = 'lea') {
  await fill({
    ID: username,
    Password: PASSWORD,
    'Password Confirmation': PASSWORD,
    'User Name': 'Lea Marchetti',
    'Email Address': 'lea@aster.example',
    Company: 'Aster Works',
  })
  await userEvent.selectOptions(field('Account Type'), 'DEVELOPER')
}

test('marks empty fields at Save, in the order of the form', { tags: ['long'] }, async () => {
  await open()
  await save()
  expect(
    ['ID', 'User Name', 'Email Address', 'Password', 'Password Confirmation', 'Account Type'].map(messageAt),
  ).toEqual([...Array(5).fill('Please fill out this field.'), 'Please select user role.'])
  expect(document.activeElement).toBe(field('ID'))
  expect(screen.getByText('6 fields need attention')).toBeTruthy()
  expect(document.title).toBe('New Account · Podium')
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(way.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Settings',
    'Accounts',
    'New Account',
  ])
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('checks an ID for duplicates before it is saved', { tags: ['long'] }, async () => {
  await open()
  const check = () => userEvent.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  await check()
  expect(messageAt('ID')).toBeFalsy()
  await fillAll('kim')
  await save()
  expect(messageAt('ID')).toBe('Check Duplicate.')
  await check()
  await waitFor(() => expect(messageAt('ID')).toBe('This is a duplicate ID. Please enter a different ID.'))
  await save()
  expect(messageAt('ID')).toBe('This is a duplicate ID. Please enter a different ID.')
  await fill({ ID: 'lea' })
  expect(messageAt('ID')).toBeFalsy()
  await check()
  await waitFor(() => expect(messageAt('ID')).toBe('This ID is available.'))
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('checks at a second Save the ID that the first one found unchecked', { tags: ['long'] }, async () => {
  const made = await open()
  await fillAll('kim')
  await save()
  expect(messageAt('ID')).toBe('Check Duplicate.')
  await save()
  await waitFor(() => expect(messageAt('ID')).toBe('This is a duplicate ID. Please enter a different ID.'))
  await fill({ ID: 'lea' })
  await save()
  expect(messageAt('ID')).toBe('Check Duplicate.')
  await save()
  await press(await alertCalled('Create the item(s)?'), 'Cancel')
  expect(made).not.toContain('POST /settings/accounts')
})

test('says which characters an ID may have, and does not check others with the server', {
  tags: ['long'],
}, async () => {
  const made = await open()
  await fill({ ID: 'lea marchetti' })
  await userEvent.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(messageAt('ID')).toBe('Use letters, digits and . _ @ - only, at most 64 characters.')
  expect(made).not.toContain('GET /settings/accounts/check')
})

test('validates the e-mail address and the confirmation', { tags: ['long'] }, async () => {
  await open()
  await fill({ Password: PASSWORD, 'Password Confirmation': 'grey', 'Email Address': 'lea@aster' })
  expect(messageAt('Password Confirmation')).toBe('Password Confirmation does not match.')
  await save()
  expect(messageAt('Email Address')).toBe('Check Email Format.')
  expect(messageAt('Password Confirmation')).toBe('Password Confirmation does not match.')
  await fill({ 'Password Confirmation': PASSWORD })
  expect(messageAt('Password Confirmation')).toBe('Password Confirmation matched.')
})

test('makes the account after a question, with a password that must be changed', async () => {
  const bodies: unknown[] = []
  await open(
    fake(createAccount, ({ body, query }) => {
      bodies.push([query.login_type, body])
      return accountCalled('lea')
    }),
  )
  await fillAll()
  await userEvent.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  await screen.findByText('This ID is available.')
  await save()
  const question = await alertCalled('Create the item(s)?')
  expect(question.textContent).toContain('lea, of type Developer')
  await press(question, 'Create')
  await press(await alertCalled('Created Successfully!'), 'OK')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
  expect(bodies).toEqual([
    [
      'static',
      {
        username: 'lea',
        password: PASSWORD,
        display_name: 'Lea Marchetti',
        email: 'lea@aster.example',
        company: 'Aster Works',
        department: '',
        role: 'DEVELOPER',
        must_change_password: true,
      },
    ],
  ])
})

test('adds the new account to the chosen workspace, and says why that is refused', {
  tags: ['long'],
}, async () => {
  let answer: ReplyOf<typeof addMembers> | Response = { members: [] }
  await open({
    ...fake(createAccount, accountCalled('lea')),
    ...fake(addMembers, { id: 'id-poc' }, () => answer),
  })
  await fillAll()
  await userEvent.selectOptions(field('Workspace'), 'poc')
  await userEvent.selectOptions(field('Role in workspace'), 'DEVELOPER')
  await userEvent.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  await screen.findByText('This ID is available.')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  answer = refused(404, 'This workspace no longer exists.')
  await save()
  const question = await alertCalled('Create the item(s)?')
  expect(question.textContent).toContain('lea, of type Developer, Developer of poc')
  await press(question, 'Create')
  const failure = await alertCalled('The account was created, but not added to the workspace.')
  expect(failure.textContent).toContain('This workspace no longer exists. Add it under Manage Members.')
  await press(failure, 'OK')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
  expect(bodiesOf(addMembers)).toEqual([{ members: [{ account_id: 'id-lea', role: 'DEVELOPER' }] }])
})

test('shows what the server refuses on its field, and keeps what was typed', {
  tags: ['long'],
}, async () => {
  let refusal = refused(422, 'This password is too common.')
  await open(fake(createAccount, () => refusal))
  await fillAll()
  expect(screen.getByRole('img', { name: 'Strength: very good' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  await screen.findByText('This ID is available.')
  await save()
  await press(await alertCalled('Create the item(s)?'), 'Create')
  await waitFor(() => expect(messageAt('Password')).toBe('This password is too common.'))
  expect(screen.getByRole('img', { name: 'Strength: too easy to guess' })).toBeTruthy()
  refusal = refused(409, 'This is a duplicate ID. Please enter a different ID.')
  await save()
  await press(await alertCalled('Create the item(s)?'), 'Create')
  await waitFor(() => expect(messageAt('ID')).toBe('This is a duplicate ID. Please enter a different ID.'))
  refusal = refused(500, 'The database did not answer within 5 s.')
  await save()
  await press(await alertCalled('Create the item(s)?'), 'Create')
  const failure = await alertCalled('Failed to create.')
  expect(failure.textContent).toContain('The database did not answer within 5 s.')
  await press(failure, 'OK')
  expect(field('User Name')).toHaveProperty('value', 'Lea Marchetti')
})

test('asks before it leaves typed text, and only then', { tags: ['long'] }, async () => {
  await open()
  await fill({ 'User Name': 'Lea' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await press(await alertCalled('Are you sure you want to return to the previous page?'), 'Cancel')
  expect(field('User Name')).toHaveProperty('value', 'Lea')
  await fill({ 'User Name': ' ' })
  await userEvent.clear(field('User Name'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
})

test('leads to the directory instead if there is one', async () => {
  await open(fake(readDirectory, DIRECTORY))
  expect(await screen.findByRole('button', { name: 'Add from Directory' })).toBeTruthy()
})
