import { changeOwnPassword } from '@podium/contract/calls/accounts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { openProfile } from './testing/profile-fixture.ts'

const GOOD = 'seven quiet harbours'
const CHANGE = 'POST /settings/accounts/a1'

const messageUnder = (label: string) =>
  document.getElementById(`${screen.getByLabelText(label).id}-message`)?.textContent ?? null

async function type(texts: Record<string, string>) {
  const user = userEvent.setup()
  for (const [label, text] of Object.entries(texts)) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  return user
}

async function saveAndAgree(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog', { name: 'Save the changes?' })
  await user.click(within(question).getByRole('button', { name: 'Save' }))
}

test('opens the profile at the password, and leads to it from the menu', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  openProfile('')
  await screen.findByText('Saving signs out your 2 other sessions.')
  expect(
    within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(['Settings', 'Accounts', 'Edit Profile'])
  expect(document.title).toBe('Edit Profile · Podium')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Password',
    'Sessions3',
    'Tokens',
    'Second Factor',
    'Sign-in History',
    'Notifications',
    'Appearance',
  ])
  expect(await screen.findByText(/^Signed in as mina, Mina Sol, mina@aster.example\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Profile/ }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Edit Profile',
    'Logout',
  ])
  await user.keyboard('{Escape}')
  expect(await accessibilityFaults()).toEqual([])
})

test('shows empty fields and a differing confirmation before it asks anything', async () => {
  const made = openProfile('')
  const user = await type({ 'New Password': GOOD, 'Password Confirmation': 'seven' })
  expect(messageUnder('Password Confirmation')).toBe('Password Confirmation does not match.')
  await type({ 'Password Confirmation': GOOD })
  expect(messageUnder('Password Confirmation')).toBe('Password Confirmation matched.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(messageUnder('Current Password')).toBe('Please fill out this field.')
  expect(document.activeElement).toBe(screen.getByLabelText('Current Password'))
  expect(made).not.toContain(CHANGE)
  expect(await accessibilityFaults()).toEqual([])
})

test('says that the password is saved, and empties the form', async () => {
  openProfile('', fake(changeOwnPassword, { id: 'a1' }, {}))
  const user = await type({
    'Current Password': 'old harbour',
    'New Password': GOOD,
    'Password Confirmation': GOOD,
  })
  await saveAndAgree(user)
  const alert = await screen.findByRole('alertdialog', { name: 'Saved Successfully.' })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(bodiesOf(changeOwnPassword)).toEqual([{ current_password: 'old harbour', password: GOOD }])
  expect(screen.getByLabelText('Current Password')).toHaveProperty('value', '')
})

test.each([
  ['Password is not correct.', 'Current Password'],
  [
    'There have been more than 5 failed login attempts for this account. Please contact the admin.',
    'Current Password',
  ],
  ['This is a common password.', 'New Password'],
])('shows %s below %s', { tags: ['long'] }, async (message, label) => {
  openProfile('', fake(changeOwnPassword, { id: 'a1' }, refused(422, message)))
  const user = await type({ 'Current Password': 'old', 'New Password': GOOD, 'Password Confirmation': GOOD })
  await saveAndAgree(user)
  await waitFor(() => expect(messageUnder(label)).toBe(message))
  expect(screen.getByLabelText('New Password')).toHaveProperty('value', GOOD)
})

test('refuses the current password as the new one, before any question', {
  tags: ['long'],
}, async () => {
  const made = openProfile('')
  const user = await type({ 'Current Password': GOOD, 'New Password': GOOD, 'Password Confirmation': GOOD })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(messageUnder('New Password')).toBe('This is the password you have now. Choose another one.')
  expect(screen.getByText('Same as your current one')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(made).not.toContain(CHANGE)
})

test('says that a refusal that names no field saved nothing', async () => {
  openProfile('', fake(changeOwnPassword, { id: 'a1' }, refused(500, 'Something went wrong here.')))
  const user = await type({ 'Current Password': 'old', 'New Password': GOOD, 'Password Confirmation': GOOD })
  await saveAndAgree(user)
  const alert = await screen.findByRole('alertdialog', { name: 'Saved Failed.' })
  expect(within(alert).getByText('Something went wrong here.')).toBeTruthy()
})

test('keeps a typed password when another tab is opened, and asks before leaving', async () => {
  openProfile('')
  const user = await type({ 'New Password': GOOD })
  await user.click(screen.getByRole('tab', { name: 'Sign-in History' }))
  expect(window.location.search).toBe('?tab=history')
  await user.click(screen.getByRole('tab', { name: 'Password' }))
  expect(await screen.findByLabelText('New Password')).toHaveProperty('value', GOOD)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to return to the previous page?' }),
  ).toBeTruthy()
})

test('says that a directory account keeps its password in the directory', async () => {
  openProfile('', {}, { login_type: 'ldap' })
  expect(
    await screen.findByText(/^The password of a directory account is managed in the directory\./),
  ).toBeTruthy()
  expect(screen.queryByLabelText('Current Password')).toBeNull()
})

test('lets a developer open the profile, with Accounts not as a link', async () => {
  openProfile('', {}, { role: 'DEVELOPER' })
  await screen.findByRole('heading', { name: 'Edit Profile' })
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(way.getAllByRole('link').map((link) => link.textContent)).toEqual(['Settings'])
})
