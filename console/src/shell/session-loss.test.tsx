import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type FakeServer,
  openConsole,
  personWith,
  serve,
  versions,
  workspaceCalled,
} from '../testing/open-console.tsx'

vi.setConfig({ testTimeout: 20_000 })
const WAIT = { timeout: 5000 }
const EXPIRED = 'Your session has expired. Please login again'
const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')])

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

/** A server whose session can be ended, and that notes the keys of creating calls. */
function server() {
  const now = { over: false, keys: [] as (string | undefined)[] }
  const signedIn = (answer: [number, unknown]): [number, unknown] =>
    now.over ? [401, { detail: 'Please sign in first.' }] : answer
  const routes: FakeServer = {
    'GET /versions': () => versions(),
    'GET /auth/session': () => signedIn([200, person]),
    'GET /workspaces': () => signedIn([200, { workspaces: [], total: 0 }]),
    'GET /workspaces/check': () => signedIn([200, { duplicate: false }]),
    'POST /workspaces': ({ headers }) => {
      now.keys.push(headers['idempotency-key'])
      return signedIn([200, workspaceCalled('quality')])
    },
    'POST /auth/login': ({ body }) => {
      now.over = false
      return [200, body.login_id === 'mina' ? person : personWith(person.workspace, { account_id: 'a2' })]
    },
  }
  serve(routes)
  return now
}

async function typeAWorkspaceAndLoseTheSession() {
  const user = userEvent.setup()
  const now = server()
  const session = openConsole('/settings/workspace?q=x', person)
  session.remember('mina')
  session.choose(workspaceCalled('energy'))
  await user.click(await screen.findByRole('button', { name: 'New Workspace' }, WAIT))
  await user.click(await screen.findByLabelText('Workspace Name', {}, WAIT))
  await user.paste('quality')
  await user.click(screen.getByLabelText('Bucket Name'))
  await user.paste('aster-quality')
  now.over = true
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Create' }, WAIT))
  const alert = await screen.findByRole('alertdialog', { name: EXPIRED }, WAIT)
  return { user, now, session, alert }
}

async function signInAs(user: ReturnType<typeof userEvent.setup>, id: string) {
  const field = await screen.findByLabelText('ID', {}, WAIT)
  await user.clear(field)
  await user.type(field, id)
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
}

test('one alert over the login; storage is empty but for the ID; the same account goes on where it was', async () => {
  const { user, now, session, alert } = await typeAWorkspaceAndLoseTheSession()
  expect(await screen.findByRole('heading', { name: 'Login', hidden: true }, WAIT)).toBeTruthy()
  expect(within(alert).getByText(/What you typed in New Workspace is kept in this tab for mina/)).toBeTruthy()
  expect(Object.keys({ ...localStorage }).sort()).toEqual(['rememberMe'])
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog', { name: EXPIRED })).toBeNull()

  await signInAs(user, 'mina')
  expect(await screen.findByLabelText('Workspace Name', {}, WAIT)).toHaveProperty('value', 'quality')
  expect(screen.getByLabelText('Bucket Name')).toHaveProperty('value', 'aster-quality')
  expect(window.location.pathname + window.location.search).toBe('/settings/workspace/register')
  expect(session.state().workspace?.id).toBe('id-energy')

  await user.click(screen.getByRole('button', { name: 'Repeat', hidden: true }))
  await vi.waitFor(() => expect(now.keys).toHaveLength(2))
  expect(now.keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(now.keys[1]).toBe(now.keys[0])
})

test('another account begins at the overview, without the text', async () => {
  const { user, alert, session } = await typeAWorkspaceAndLoseTheSession()
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  await signInAs(user, 'jonas')
  expect(await screen.findByRole('dialog', { name: 'Welcome, Select a Workspace!' }, WAIT)).toBeTruthy()
  expect(window.location.pathname).toBe('/overview')
  expect(session.forms.given('New Workspace')).toBeUndefined()
})

test('a page that is not allowed leads to the overview with one alert', async () => {
  const developer = personWith([workspaceCalled('poc')], { role: 'DEVELOPER' })
  serve({ 'GET /versions': () => versions(), 'GET /auth/session': () => [200, developer] })
  openConsole('/settings/account/register', developer)
  expect(
    await screen.findByRole('alertdialog', { name: 'You do not have permission to access.' }, WAIT),
  ).toBeTruthy()
  expect(window.location.pathname).toBe('/overview')
})
