import { login, readSession } from '@podium/contract/calls/auth.ts'
import { listTokens, makeToken, readSecondFactor, revokeToken } from '@podium/contract/calls/sign-in.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, fake, refused } from '../../testing/fake.ts'
import { personWith, sessionOf, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { nightly, openProfile } from './testing/profile-fixture.ts'

const withFactor = fake(readSecondFactor, { id: 'a1' }, { enabled: true, recovery_codes_left: 9 })

async function openDialog() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'New Token' }))
  const dialog = await screen.findByRole('dialog', { name: 'New Token' })
  return { user, dialog: within(dialog) }
}

const messageUnder = (label: string) =>
  document.getElementById(`${screen.getByLabelText(label).id}-message`)?.textContent ?? null

test('makes a token with the password, shows it once with a copy button, and hides it again', async () => {
  openProfile('?tab=tokens', fake(makeToken, { id: 'a1' }, { ...nightly, token: 'podium_secret' }))
  expect(await screen.findByText('No tokens yet')).toBeTruthy()
  const { user, dialog } = await openDialog()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect([messageUnder('Name'), messageUnder('Current Password')]).toEqual([
    'Please fill out this field.',
    'Please fill out this field.',
  ])
  expect(await accessibilityFaults()).toEqual([])
  await enterText(user, dialog.getByLabelText('Name'), 'nightly')
  await user.click(dialog.getByLabelText(/^Everything you may do/))
  await user.selectOptions(dialog.getByLabelText('Expires in'), '30')
  await enterText(user, dialog.getByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  const field = await screen.findByLabelText('Token nightly')
  expect(field).toHaveProperty('value', 'podium_secret')
  expect(screen.getByText('nightly was created.')).toBeTruthy()
  expect(bodiesOf(makeToken)).toEqual([
    { name: 'nightly', scope: 'full', expires_in_days: 30, current_password: 'secret' },
  ])
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('podium_secret')
  expect(messageUnder('Token nightly')).toBe('Copied.')
  await user.click(screen.getByRole('button', { name: 'Hide it' }))
  expect(screen.queryByLabelText('Token nightly')).toBeNull()
})

test('asks for a code if a second factor is set, and shows its refusal below it', async () => {
  openProfile('?tab=tokens', {
    ...withFactor,
    ...fake(
      makeToken,
      { id: 'a1' },
      refused(422, [{ loc: ['body', 'otp'], msg: 'The code is not correct.', type: 'value_error' }]),
    ),
  })
  const { user, dialog } = await openDialog()
  await enterText(user, dialog.getByLabelText('Name'), 'nightly')
  await enterText(user, dialog.getByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  expect(messageUnder('One-time code')).toBe('Please fill out this field.')
  await enterText(user, dialog.getByLabelText('One-time code'), '123456')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(messageUnder('One-time code')).toBe('The code is not correct.'))
  expect(bodiesOf(makeToken)[0]).toMatchObject({ otp: '123456' })
})

test('shows a wrong password at its field, and asks before typed text is lost', {
  tags: ['long'],
}, async () => {
  openProfile('?tab=tokens', fake(makeToken, { id: 'a1' }, refused(422, 'Password is not correct.')))
  const { user, dialog } = await openDialog()
  await enterText(user, dialog.getByLabelText('Name'), 'nightly')
  await user.type(dialog.getByLabelText('Current Password'), 'x{Enter}')
  await waitFor(() => expect(messageUnder('Current Password')).toBe('Password is not correct.'))
  await user.keyboard('{Escape}')
  expect(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to return to the previous page?' }),
  ).toBeTruthy()
})

test("refuses one token too many in the server's words", { tags: ['long'] }, async () => {
  const detail = 'You have 20 active access tokens. Revoke one of them first.'
  openProfile('?tab=tokens', fake(makeToken, { id: 'a1' }, refused(409, detail)))
  const { user, dialog } = await openDialog()
  await enterText(user, dialog.getByLabelText('Name'), 'nightly')
  await enterText(user, dialog.getByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  const alert = await screen.findByRole('alertdialog', { name: 'Failed to create.' })
  expect(within(alert).getByText(detail)).toBeTruthy()
})

test('revokes a token after a question, and offers nothing for an expired one', async () => {
  const user = userEvent.setup()
  const old = { ...nightly, id: 't2', name: 'older', state: 'expired' as const }
  let state: 'active' | 'revoked' = 'active'
  openProfile('?tab=tokens', {
    ...fake(listTokens, { id: 'a1' }, () => ({ tokens: [{ ...nightly, state }, old], total: 2 })),
    ...fake(revokeToken, { id: 'a1', token: 't1' }, () => {
      state = 'revoked'
      return { id: 't1' }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Revoke nightly' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  expect(within(question).getByText(/^nightly is revoked at once/)).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('revoked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('keeps a new token when another tab is opened, asks before leaving it, and hides it when revoked', {
  tags: ['long'],
}, async () => {
  let state: 'active' | 'revoked' = 'active'
  openProfile('?tab=tokens', {
    ...fake(listTokens, { id: 'a1' }, () => ({ tokens: [{ ...nightly, state }], total: 1 })),
    ...fake(makeToken, { id: 'a1' }, { ...nightly, token: 'podium_secret' }),
    ...fake(revokeToken, { id: 'a1', token: 't1' }, () => {
      state = 'revoked'
      return { id: 't1' }
    }),
  })
  const { user, dialog } = await openDialog()
  await enterText(user, dialog.getByLabelText('Name'), 'nightly')
  await enterText(user, dialog.getByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  await screen.findByLabelText('Token nightly')
  await user.click(screen.getByRole('tab', { name: 'Password' }))
  await user.click(screen.getByRole('tab', { name: 'Tokens' }))
  expect(await screen.findByLabelText('Token nightly')).toHaveProperty('value', 'podium_secret')

  await user.click(screen.getByRole('link', { name: 'Overview' }))
  const returning = { name: 'Are you sure you want to return to the previous page?' }
  const leaving = await screen.findByRole('alertdialog', returning)
  expect(within(leaving).getByText('The token is not shown again.')).toBeTruthy()
  await user.click(within(leaving).getByRole('button', { name: 'Cancel' }))

  await user.click(screen.getByRole('button', { name: 'Revoke nightly' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('revoked')).toBeTruthy()
  expect(screen.queryByLabelText('Token nightly')).toBeNull()
})

test('opens the dialog again after a lost session, without the password and without repeating the call', {
  tags: ['long'],
}, async () => {
  let isOver = false
  const signedIn = <T,>(body: T) => (isOver ? refused(401, 'Please sign in first.') : body)
  const person = personWith([workspaceCalled('poc')])
  openProfile('?tab=tokens', {
    ...fake(readSession, () => signedIn(sessionOf(person))),
    ...fake(login, () => {
      isOver = false
      return person
    }),
    ...fake(makeToken, { id: 'a1' }, () => signedIn({ ...nightly, token: 'podium_secret' })),
  })
  const { user, dialog } = await openDialog()
  await enterText(user, dialog.getByLabelText('Name'), 'nightly')
  isOver = true
  await enterText(user, dialog.getByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  const alert = await screen.findByRole('alertdialog', {
    name: 'Your session has expired. Please login again',
  })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  await enterText(user, await screen.findByLabelText('ID'), 'mina')
  await enterText(user, screen.getByLabelText('Password'), 'secret')
  await user.keyboard('{Enter}')
  const again = within(await screen.findByRole('dialog', { name: 'New Token' }))
  expect(again.getByLabelText('Name')).toHaveProperty('value', 'nightly')
  expect(again.getByLabelText('Current Password')).toHaveProperty('value', '')
  expect(screen.queryByText(/^Your session ended before this was done/)).toBeNull()
})
