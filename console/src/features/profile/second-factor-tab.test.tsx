import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@podium/contract/calls/sign-in.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'

import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { openProfile } from './testing/profile-fixture.ts'

const CODES = ['abcd-efgh-2345-6722', 'bcde-fghi-3456-7233']
const begun = {
  secret: 'K5QV2W7NHX3D6TLA',
  uri: 'otpauth://totp/Podium:mina?secret=K5QV2W7NHX3D6TLA',
  qr: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
}

const messageUnder = (label: string) =>
  document.getElementById(`${screen.getByLabelText(label).id}-message`)?.textContent ?? null

/** A server that accepts only the code 123456. */
function serverWithFactor(enabled: boolean, left = 10): FakeServer {
  let isSet = enabled
  return {
    ...fake(readSecondFactor, { id: 'a1' }, () => ({
      enabled: isSet,
      recovery_codes_left: isSet ? left : 0,
    })),
    ...fake(beginSecondFactor, { id: 'a1' }, ({ body }) =>
      body.current_password === 'secret' ? begun : refused(422, 'Password is not correct.'),
    ),
    ...fake(confirmSecondFactor, { id: 'a1' }, ({ body }) => {
      if (body.otp !== '123456') return Response.json(wrongCode, { status: 422 })
      isSet = true
      return { recovery_codes: CODES }
    }),
    ...fake(renewRecoveryCodes, { id: 'a1' }, ({ body }) =>
      body.otp === '123456' ? { recovery_codes: CODES } : Response.json(wrongCode, { status: 422 }),
    ),
    ...fake(removeSecondFactor, { id: 'a1' }, ({ body }) => {
      if (body.otp !== '123456') return Response.json(wrongCode, { status: 422 })
      isSet = false
      return {}
    }),
  }
}
const wrongCode = {
  detail: [{ loc: ['body', 'otp'], msg: 'The code is not correct.', type: 'value_error' }],
}

test('leads from the password to the recovery codes, which are shown once', async () => {
  const user = userEvent.setup()
  openProfile('?tab=second-factor', serverWithFactor(false))
  await user.type(await screen.findByLabelText('Current Password'), 'x{Enter}')
  await waitFor(() => expect(messageUnder('Current Password')).toBe('Password is not correct.'))
  await user.clear(screen.getByLabelText('Current Password'))
  await enterText(user, screen.getByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  const code = await screen.findByLabelText('Code from the app')
  expect(document.activeElement).toBe(code)
  expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toHaveProperty(
    'src',
    begun.qr,
  )
  expect(screen.getByText('K5QV 2W7N HX3D 6TLA')).toBeTruthy()
  expect(screen.getByText('When you turn it on, your other sessions and your tokens end')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await user.keyboard('000000')
  expect(messageUnder('Code from the app')).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(messageUnder('Code from the app')).toBe('The code is not correct.'))
  await user.clear(code)
  await enterText(user, code, '123456')
  await user.click(screen.getByRole('button', { name: 'Turn On' }))
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(screen.getByText('Your other sessions and the access tokens you had have ended.')).toBeTruthy()
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
  expect(await accessibilityFaults()).toEqual([])

  await user.click(screen.getByRole('tab', { name: 'Password' }))
  await user.click(screen.getByRole('tab', { name: 'Second Factor' }))
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(await screen.findByText('10 of 10 recovery codes are left.')).toBeTruthy()
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
})

test('copies the codes, and saves them as a text file', async () => {
  const user = userEvent.setup()
  const files: Blob[] = []
  const names: string[] = []
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = keep
      static override revokeObjectURL = () => {}
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  function keep(file: Blob) {
    files.push(file)
    return 'blob:kept'
  }
  openProfile('?tab=second-factor', serverWithFactor(false))
  await enterText(user, await screen.findByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  await enterText(user, await screen.findByLabelText('Code from the app'), '123456')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Copy all' }))
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))
  await user.click(screen.getByRole('button', { name: 'Download as text' }))
  expect(names).toEqual(['podium-recovery-codes.txt'])
  expect(files.map(({ type }) => type)).toEqual(['text/plain'])
  vi.restoreAllMocks()
})

test('asks for password and code before removal, and warns when few codes are left', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  openProfile('?tab=second-factor', serverWithFactor(true, 2))
  expect(await screen.findByText(/^2 of 10 recovery codes are left\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the second factor' }))
  await enterText(user, dialog.getByLabelText('Current Password'), 'secret')
  await enterText(user, dialog.getByLabelText('One-time code'), '000000')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(messageUnder('One-time code')).toBe('The code is not correct.'))
  expect(await accessibilityFaults()).toEqual([])
  await user.clear(dialog.getByLabelText('One-time code'))
  await enterText(user, dialog.getByLabelText('One-time code'), '123456')
  await user.keyboard('{Enter}')
  const alert = await screen.findByRole('alertdialog', { name: 'Deleted Successfully!' })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(await screen.findByRole('button', { name: 'Set Up' })).toBeTruthy()
})

test('replaces the recovery codes, and shows the new ones once', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  openProfile('?tab=second-factor', serverWithFactor(true, 1))
  await user.click(await screen.findByRole('button', { name: 'New Recovery Codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }))
  await enterText(user, dialog.getByLabelText('Current Password'), 'secret')
  await enterText(user, dialog.getByLabelText('One-time code'), '000000')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(messageUnder('One-time code')).toBe('The code is not correct.'))
  await user.clear(dialog.getByLabelText('One-time code'))
  await enterText(user, dialog.getByLabelText('One-time code'), '123456')
  await user.keyboard('{Enter}')
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(CODES.length)
  expect(screen.getByText('The codes you had before no longer work.')).toBeTruthy()
  expect(screen.queryByText(/have ended/)).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(await screen.findByRole('button', { name: 'New Recovery Codes' })).toBeTruthy()
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
})

test('sends a code that a password manager fills in without an event', async () => {
  const user = userEvent.setup()
  openProfile('?tab=second-factor', serverWithFactor(false))
  await enterText(user, await screen.findByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  const code = await screen.findByLabelText<HTMLInputElement>('Code from the app')
  code.value = '123456'
  await user.click(screen.getByRole('button', { name: 'Turn On' }))
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
})

test('begins again after too many wrong codes', async () => {
  const user = userEvent.setup()
  const detail = 'Too many codes were wrong. Set up the second factor again, with a new QR code.'
  openProfile('?tab=second-factor', {
    ...serverWithFactor(false),
    ...fake(confirmSecondFactor, { id: 'a1' }, refused(409, detail)),
  })
  await enterText(user, await screen.findByLabelText('Current Password'), 'secret')
  await user.keyboard('{Enter}')
  await enterText(user, await screen.findByLabelText('Code from the app'), '123456')
  await user.keyboard('{Enter}')
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(await screen.findByLabelText('Current Password')).toBeTruthy()
})

test("refuses to remove the second factor of an account with a short password, in the server's words", {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const detail = 'Without a second factor a password needs at least 15 characters.'
  openProfile('?tab=second-factor', {
    ...serverWithFactor(true),
    ...fake(removeSecondFactor, { id: 'a1' }, refused(409, detail)),
  })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await enterText(user, await screen.findByLabelText('Current Password'), 'secret')
  await enterText(user, screen.getByLabelText('One-time code'), '123456')
  await user.keyboard('{Enter}')
  const alert = await screen.findByRole('alertdialog', { name: 'Failed to delete.' })
  expect(within(alert).getByText(detail)).toBeTruthy()
})

test('leaves the second factor of a directory account to the directory', async () => {
  openProfile('?tab=second-factor', {}, { login_type: 'ldap' })
  expect(
    await screen.findByText(
      'The second factor of a directory account belongs to the directory and is set up there.',
    ),
  ).toBeTruthy()
})
