import { changeOwnPassword } from '@podium/contract/calls/accounts.ts'
import {
  finishSetup,
  type Person,
  readSession,
  readSetup,
  usePasswordLink,
} from '@podium/contract/calls/auth.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, fake, refused } from '../../testing/fake.ts'
import {
  openConsole,
  personWith,
  serve,
  sessionOf,
  signedIn,
  workspaceCalled,
} from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'

const GOOD = 'seven quiet harbours'
const FIRST = 'Please change your password first.'
const person = personWith([workspaceCalled('poc')])

async function fill(texts: Record<string, string>) {
  const user = userEvent.setup()
  for (const [label, text] of Object.entries(texts)) {
    const field = await screen.findByLabelText(label, { exact: true })
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  return user
}

const messageUnder = (label: string) =>
  document.getElementById(`${screen.getByLabelText(label, { exact: true }).id}-message`)?.textContent ?? null

async function openForcedChange(change: Response | (() => Response)) {
  let isChanged = false
  serve({
    ...signedIn(person),
    ...fake(readSession, () => (isChanged ? sessionOf(person) : refused(403, FIRST))),
    ...fake(changeOwnPassword, { id: 'a1' }, () => {
      const answer = typeof change === 'function' ? change() : change
      isChanged = answer.ok
      return answer
    }),
  })
  openConsole('/overview', person)
  await screen.findByRole('heading', { name: 'Change password' })
}

test('shows no other page until the password is changed, then opens the console', async () => {
  await openForcedChange(Response.json({}))
  expect(window.location.pathname).toBe('/auth/password')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const user = await fill({
    'Current Password': 'given once',
    'New Password': GOOD,
    'Password Confirmation': 'seven quiet harbour',
  })
  expect(messageUnder('Password Confirmation')).toBe('Password Confirmation does not match.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(bodiesOf(changeOwnPassword)).toEqual([])
  await fill({ 'Password Confirmation': GOOD })
  expect(messageUnder('Password Confirmation')).toBe('Password Confirmation matched.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(window.location.pathname).toBe('/overview'))
  expect(bodiesOf(changeOwnPassword)).toEqual([{ current_password: 'given once', password: GOOD }])
})

test('shows a wrong current password and a weak new one at their fields', async () => {
  let answer = refused(422, 'Password is not correct.')
  await openForcedChange(() => answer)
  const user = await fill({ 'Current Password': 'x', 'New Password': GOOD, 'Password Confirmation': GOOD })
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  await waitFor(() => expect(messageUnder('Current Password')).toBe('Password is not correct.'))
  answer = refused(422, 'This password is made of very common words or runs of keys.')
  await user.click(save)
  await waitFor(() => expect(messageUnder('New Password')).toMatch(/^This password is made of/))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('rejects the current password as the new one, and says at the current one that the account is locked', {
  tags: ['long'],
}, async () => {
  await openForcedChange(refused(422, messages.login_locked))
  const user = await fill({ 'Current Password': GOOD, 'New Password': GOOD, 'Password Confirmation': GOOD })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(messageUnder('New Password')).toBe(messages.password_same)
  expect(bodiesOf(changeOwnPassword)).toEqual([])
  await fill({ 'Current Password': 'given once' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(messageUnder('Current Password')).toBe(messages.login_locked))
})

test('sets the password by a one-time link without the current one, and signs in', async () => {
  serve({ ...signedIn(person), ...fake(usePasswordLink, person) })
  const session = openConsole('/auth/password#one-time', null)
  await screen.findByRole('heading', { name: 'Set a new password' })
  expect(screen.queryByLabelText('Current Password')).toBeNull()
  const user = await fill({ 'New Password': GOOD, 'Password Confirmation': GOOD })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(window.location.pathname).toBe('/overview'))
  expect(bodiesOf(usePasswordLink)).toEqual([{ secret: 'one-time', password: GOOD }])
  expect(session.state().account?.id).toBe('mina')
})

test('asks for the code after a one-time link if the account has a second factor', {
  tags: ['long'],
}, async () => {
  let answer: Response | Person = refused(422, [
    { loc: ['body', 'otp'], msg: messages.otp_missing, type: 'value_error' },
  ])
  serve({
    ...signedIn(person),
    ...fake(usePasswordLink, () => answer),
  })
  openConsole('/auth/password#one-time', null)
  await screen.findByRole('heading', { name: 'Set a new password' })
  const user = await fill({ 'New Password': GOOD, 'Password Confirmation': GOOD })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const code = await screen.findByLabelText('One-time code')
  expect(document.activeElement).toBe(code)
  expect(messageUnder('One-time code')).toBe(messages.otp_missing)
  expect(await accessibilityFaults()).toEqual([])
  answer = person
  await enterText(user, code, '123456')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/overview'))
  expect(bodiesOf(usePasswordLink).at(-1)).toEqual({ secret: 'one-time', password: GOOD, otp: '123456' })
})

test('creates the first administrator with the secret in the fragment', async () => {
  serve({
    ...signedIn(person),
    ...fake(readSetup, { open: true }),
    ...fake(finishSetup, person),
  })
  openConsole('/auth/setup#first', null)
  await screen.findByRole('heading', { name: 'Create the first administrator' })
  const user = await fill({ ID: 'mina!', 'Email Address': 'mina@nowhere', Password: GOOD })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(['ID', 'User Name', 'Email Address', 'Password Confirmation'].map(messageUnder)).toEqual([
    'Use letters, digits and . _ @ - only, at most 64 characters.',
    'Please fill out this field.',
    'Check Email Format.',
    'Please fill out this field.',
  ])
  expect(document.activeElement).toBe(screen.getByLabelText('ID'))
  expect(await accessibilityFaults()).toEqual([])
  await fill({
    ID: 'mina',
    'User Name': 'Mina Sol',
    'Email Address': 'mina@aster.example',
    'Password Confirmation': GOOD,
  })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(window.location.pathname).toBe('/overview'))
  expect(bodiesOf(finishSetup)).toEqual([
    {
      secret: 'first',
      username: 'mina',
      display_name: 'Mina Sol',
      email: 'mina@aster.example',
      password: GOOD,
    },
  ])
})

test.each([
  ['without an event', []],
  ['with the events of a person', ['input', 'change']],
])('sends the values that a password manager fills in %s', async (_, events) => {
  serve({
    ...signedIn(person),
    ...fake(readSetup, { open: true }),
    ...fake(finishSetup, person),
  })
  openConsole('/auth/setup#first', null)
  await screen.findByRole('heading', { name: 'Create the first administrator' })
  const user = await fill({ 'User Name': 'Mina Sol', Password: 'typed and replaced' })
  const filled = {
    ID: 'mina',
    'Email Address': 'mina@aster.example',
    Password: GOOD,
    'Password Confirmation': GOOD,
  }
  for (const [label, value] of Object.entries(filled)) {
    const field = screen.getByLabelText<HTMLInputElement>(label, { exact: true })
    field.value = value
    for (const event of events) field.dispatchEvent(new Event(event, { bubbles: true }))
  }
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(window.location.pathname).toBe('/overview'))
  expect(bodiesOf(finishSetup)).toEqual([
    {
      secret: 'first',
      username: 'mina',
      display_name: 'Mina Sol',
      email: 'mina@aster.example',
      password: GOOD,
    },
  ])
})

test('says on the set-up page that the secret is missing, or that an account exists', async () => {
  serve({ ...signedIn(person), ...fake(readSetup, { open: true }) })
  openConsole('/auth/setup', null)
  expect(await screen.findByText(/Open the whole link/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
})

test('accepts a complete set-up link opened in the tab of an incomplete one', async () => {
  serve({ ...signedIn(person), ...fake(readSetup, { open: true }) })
  openConsole('/auth/setup', null)
  await screen.findByText(/Open the whole link/)
  window.location.hash = '#first'
  expect(await screen.findByRole('button', { name: 'Create' })).toBeTruthy()
})

test('leads from the set-up page to the login once set-up is closed', async () => {
  serve({ ...signedIn(person), ...fake(readSetup, { open: false }) })
  openConsole('/auth/setup#old', null)
  await userEvent.click(await screen.findByRole('button', { name: 'Go to Login' }))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
})
