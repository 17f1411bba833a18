import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createSession } from '../../session/session.ts'
import { SessionContext } from '../../session/use-session.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { LoginPage } from './login-page.tsx'

const person = {
  username: 'mina',
  account_id: 'a1',
  display_name: 'Mina Sol',
  role: 'ADMIN',
  login_type: 'oidc',
  must_change_password: false,
  look: { theme: 'light', density: 'comfortable' },
  workspace: [],
}
const onSignedIn = vi.fn()

function open(fragment: string, singleSignOn = 'Example ID', status = 200) {
  vi.stubGlobal('fetch', async () => Response.json(person, { status }))
  window.history.replaceState(null, '', `/auth/login${fragment}`)
  const session = createSession(localStorage)
  session.setRelease({
    engine: 'local',
    monitoring: 'none',
    productVersion: '1.0.0',
    docsUrl: '',
    helpContact: '',
    singleSignOn,
  })
  render(
    <SessionContext value={session}>
      <LoginPage onSignedIn={onSignedIn} />
    </SessionContext>,
  )
  return session
}
afterEach(() => onSignedIn.mockClear())

test('links to the provider that the server names, and is accessible', async () => {
  open('')
  const link = await screen.findByRole('link', { name: 'Sign in with Example ID' })
  expect(link.getAttribute('href')).toBe('/api/v1/auth/oidc/start')
  expect(await accessibilityFaults()).toEqual([])
})

test('says once why the provider refused the sign-in', async () => {
  open('#refused=group')
  expect((await screen.findByRole('status')).textContent).toContain(
    'You are not in a group that may sign in here.',
  )
  expect(window.location.hash).toBe('')
})

test.each([
  ['#signed-in=', '/auth/login'],
  ['#signed-in=%2FinferenceModel%3Fview%3Druns', '/inferenceModel?view=runs'],
  ['#signed-in=%2F%2Fevil.example.org', '/auth/login'],
  ['#signed-in=javascript%3Aalert(1)', '/auth/login'],
])('signs in after %s and goes on at %s', async (fragment, place) => {
  const session = open(fragment)
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(session.state().account?.userName).toBe('Mina Sol')
  expect(window.location.pathname + window.location.search).toBe(place)
})

test('signs nobody in without a session, whatever the address says', async () => {
  const session = open('#signed-in=', '', 401)
  await screen.findByRole('status')
  expect(session.state().account).toBeNull()
  expect(onSignedIn).not.toHaveBeenCalled()
})
