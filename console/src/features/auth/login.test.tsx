import type { Person } from '@podium/contract/calls/auth.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession } from '../../session/session.ts'
import { SessionContext } from '../../session/use-session.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { LoginPage } from './login-page.tsx'

const person: Person = {
  username: 'mina',
  account_id: 'a1',
  display_name: 'Mina Sol',
  role: 'ADMIN',
  login_type: 'static',
  must_change_password: false,
  look: { theme: 'light', density: 'comfortable', shortcuts: 'on', times: 'dates' },
  workspace: [],
}
const onSignedIn = vi.fn()
let isSetupOpen = false
const sent: { address: string; body: unknown }[] = []

/** Answers the login with `status` and `body`, and the session check after it with `check`. */
function answer(status: number, body: unknown, check = 200) {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith('/setup')) return Response.json({ open: isSetupOpen })
    sent.push({ address, body: JSON.parse(String(init.body ?? 'null')) })
    if (address.endsWith('/session')) return Response.json({ ...person, detail: '' }, { status: check })
    return Response.json(body, { status })
  })
}

function open(helpContact = '') {
  const session = createSession(localStorage)
  session.setRelease({
    engine: 'local',
    monitoring: 'none',
    productVersion: '1.0.0',
    docsUrl: '',
    helpContact,
    singleSignOn: '',
  })
  render(
    <SessionContext value={session}>
      <LoginPage onSignedIn={onSignedIn} />
    </SessionContext>,
  )
  return { session, id: screen.getByLabelText('ID'), password: screen.getByLabelText('Password') }
}

async function tryToSignIn(id = 'mina', password = 'secret', helpContact = '') {
  const user = userEvent.setup()
  const fields = open(helpContact)
  await enterText(user, fields.id, id)
  await enterText(user, fields.password, password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
  return fields
}

const messageUnder = (field: HTMLElement) =>
  document.getElementById(`${field.id}-message`)?.textContent ?? null

beforeEach(() => {
  document.documentElement.removeAttribute('data-early')
})
afterEach(() => {
  onSignedIn.mockClear()
  sent.length = 0
  isSetupOpen = false
})

test('sends nothing before both fields are filled, and focuses the first empty one', async () => {
  answer(200, person)
  const user = userEvent.setup()
  const { id, password } = open()
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect([messageUnder(id), messageUnder(password)]).toEqual(['ID is required.', 'Password is required.'])
  expect(document.activeElement).toBe(id)
  expect(await accessibilityFaults()).toEqual([])
  await user.keyboard('mina')
  expect([messageUnder(id), messageUnder(password)]).toEqual([null, 'Password is required.'])
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(password)
  await user.keyboard('s')
  expect(messageUnder(password)).toBeNull()
  expect(sent).toEqual([])
})

test('sends ID and password on Enter, and does not store the password', async () => {
  answer(200, person)
  const user = userEvent.setup()
  const { id, password, session } = open()
  await enterText(user, id, 'mina')
  await enterText(user, password, 'secret')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(sent[0]).toEqual({
    address: '/api/v1/auth/login',
    body: { login_id: 'mina', login_pw: 'secret' },
  })
  expect(session.state().account?.userName).toBe('Mina Sol')
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret')
})

test('remembers the ID for the next login with Remember Me', async () => {
  answer(200, person)
  const user = userEvent.setup()
  const { id, password } = open()
  await enterText(user, id, 'mina')
  await enterText(user, password, 'secret')
  await user.click(screen.getByRole('checkbox', { name: 'Remember Me' }))
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  expect(localStorage.getItem('rememberMe')).toBe('mina')
})

test('focuses the ID first, and the password if the ID is remembered', () => {
  const { id } = open()
  expect(document.activeElement).toBe(id)
  cleanup()
  localStorage.setItem('rememberMe', 'mina')
  const { password } = open()
  expect(document.activeElement).toBe(password)
})

test('fills in the remembered ID only if the field is empty', () => {
  localStorage.setItem('rememberMe', 'mina')
  const { id } = open()
  expect(id).toHaveProperty('value', 'mina')
  expect(screen.getByRole('checkbox', { name: 'Remember Me' })).toHaveProperty('checked', true)
})

test('shows and hides the password', async () => {
  const user = userEvent.setup()
  const { password } = open()
  expect(password).toHaveProperty('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password).toHaveProperty('type', 'text')
})

test('sends a login that was submitted before the script loaded', async () => {
  answer(200, person)
  document.documentElement.dataset.early = '1'
  const { id } = open()
  expect(messageUnder(id)).toBe('ID is required.')
  expect(document.documentElement.dataset.ready).toBe('1')
})

test('shows the copyright and the version, and is accessible', async () => {
  open()
  expect(screen.getByText(/^© \d{4} Podium$/)).toBeTruthy()
  expect(screen.getByText('v 1.0.0')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test.each([
  [401, { error_code: 'USER.LOGIN.000' }, 'Locked, mina is a deleted user'],
  [401, { error_code: 'USER.LOGIN.001' }, 'Invalid ID or PW'],
  [
    401,
    { error_code: 'USER.LOGIN.001', login_fail_count: 1 },
    'Invalid ID or PW (1 failed password attempt)',
  ],
  [
    401,
    { error_code: 'USER.LOGIN.001', login_fail_count: 3 },
    'Invalid ID or PW (3 failed password attempts)',
  ],
  [
    401,
    { error_code: 'USER.LOGIN.002', login_fail_count: 5 },
    'There have been more than 5 failed login attempts for this account. Please contact the admin.',
  ],
  [
    401,
    { error_code: 'USER.LOGIN.003', utc_last_login_at: '2026-08-01T23:05:00.000Z', unused_period: 90 },
    'This account has been inactive for a long time. Please contact the admin. (Last login at UTC : 2026/08/01 23:05)',
  ],
  [
    401,
    { error_code: 'USER.LOGIN.004' },
    'Login Failed. Your account may be locked after 5 failed attempts.',
  ],
  [
    401,
    { error_code: 'USER.LOGIN.006' },
    'Your password has expired or must be changed. Change it in the directory, then sign in with the new one.',
  ],
  [401, { error_code: 'USER.LOGIN.999' }, 'Invalid ID or PW'],
  [401, 'Unauthorized', 'Invalid ID or PW'],
  [500, 'broken', 'Invalid ID or PW'],
  [503, 'Too many people are signing in right now.', 'Internal Server Error'],
])('%s %j says: %s', async (status, detail, message) => {
  answer(status, { detail })
  const { id } = await tryToSignIn()
  await waitFor(() => expect(messageUnder(id)).toBe(message))
  expect(onSignedIn).not.toHaveBeenCalled()
})

test.each([
  ['it@example.org', 'mailto:it@example.org'],
  ['https://example.org/help', 'https://example.org/help'],
  ['IT desk, room 4', null],
])('shows the help contact %s below a message that says to contact the admin', async (contact, href) => {
  answer(401, { detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 } })
  const { id } = await tryToSignIn('mina', 'secret', contact)
  await waitFor(() => expect(messageUnder(id)).toMatch(/Please contact the admin\.$/))
  expect(document.getElementById(`${id.id}-help`)?.textContent).toBe(`Contact: ${contact}`)
  expect(screen.queryByRole('link', { name: contact })?.getAttribute('href') ?? null).toBe(href)
})

test('shows no help contact after a wrong password', async () => {
  answer(401, { detail: { error_code: 'USER.LOGIN.001' } })
  const { id } = await tryToSignIn('mina', 'secret', 'it@example.org')
  await waitFor(() => expect(messageUnder(id)).toBe('Invalid ID or PW'))
  expect(screen.queryByText(/Contact:/)).toBeNull()
})

test('points to the set-up link while no account exists', async () => {
  isSetupOpen = true
  answer(200, person)
  open()
  await screen.findByText(
    'There is no account yet: open the set-up link that the server printed when it started.',
  )
  expect(screen.queryByText(/your administrator gave you/)).toBeNull()
})

test('shows the attempts left below the message until the next key press', async () => {
  answer(401, { detail: { error_code: 'USER.LOGIN.001', login_fail_count: 4 } })
  const { id, password } = await tryToSignIn()
  expect(await screen.findByText('1 attempt left before this account is locked.')).toBeTruthy()
  expect(password).toHaveProperty('value', '')
  await userEvent.type(password, 'x')
  expect(messageUnder(id)).toBeNull()
  expect(screen.queryByText(/attempt left/)).toBeNull()
})

test('shows the cause and keeps the password when the network fails', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('failed')
  })
  const { id, password } = await tryToSignIn()
  await waitFor(() => expect(messageUnder(id)).toBe('Internal Server Error'))
  expect(screen.getByText('The server cannot be reached.')).toBeTruthy()
  expect(password).toHaveProperty('value', 'secret')
})

test('says that the browser dropped the cookie, and does not sign in', async () => {
  answer(200, person, 401)
  const { id, session } = await tryToSignIn()
  await waitFor(() =>
    expect(messageUnder(id)).toBe(
      'This browser keeps no sign-in over plain http: use https, Chrome or Firefox.',
    ),
  )
  expect(session.state().account).toBeNull()
})

test('has no current workspace on the login page', () => {
  localStorage.setItem('currWorkspace', '{}')
  open()
  expect(localStorage.getItem('currWorkspace')).toBeNull()
})
