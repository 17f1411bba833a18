import { logout as endSession, login, readSession } from '@podium/contract/calls/auth.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import {
  checkWorkspace,
  checkWorkspaceDeletion,
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
} from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { recordCalled, serverWith } from '../features/workspaces/testing/sample-workspaces.ts'
import { keepSessionTrue } from '../session/start.ts'
import { type FakeServer, fake, refused } from '../testing/fake.ts'
import {
  openConsole,
  personWith,
  serve,
  sessionOf,
  signedIn,
  workspaceCalled,
} from '../testing/open-console.tsx'
import { VERSIONS } from '../testing/samples.ts'
import { browserPage } from '../ui/browser-page.ts'
import { enterText } from '../ui/testing/enter-text.ts'

const EXPIRED = 'Your session has expired. Please login again'
const ENDED = 'Your session ended before this was done'
const TAKEN = 'Another workspace already uses this bucket. Choose another bucket name.'
const NOTHING = {
  ...{ solutions: 0, instances: 0, streams: 0, runs: 0, members: 1, bytes: 0 },
  ...{ data_sets: 0, variables: 0, schedules: 0, webhooks: 0 },
}
const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')])

beforeEach(() => {
  vi.spyOn(browserPage, 'open').mockImplementation(() => {})
})

/** A server whose session the test can end, and that records the keys of creating calls. */
function server(more: FakeServer = {}) {
  const now = { over: false, taken: false, keys: [] as (string | undefined)[] }
  const unlessOver = <T,>(answer: T) => (now.over ? refused(401, 'Please sign in first.') : answer)
  const routes: FakeServer = {
    ...fake(readVersions, VERSIONS),
    ...fake(readSession, () => unlessOver(sessionOf(person))),
    ...fake(listWorkspaces, () => unlessOver({ workspaces: [], total: 0 })),
    ...fake(checkWorkspace, () => unlessOver({ duplicate: false })),
    ...fake(createWorkspace, ({ headers }) => {
      now.keys.push(headers['idempotency-key'])
      return unlessOver(now.taken ? refused(409, TAKEN) : recordCalled('quality'))
    }),
    ...fake(login, ({ body }) => {
      now.over = false
      return body.login_id === 'mina' ? person : personWith(person.workspace, { account_id: 'a2' })
    }),
    ...more,
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
  await user.click(await screen.findByRole('button', { name: 'New Workspace' }))
  await fillAndSave(user, now)
  const alert = await screen.findByRole('alertdialog', { name: EXPIRED })
  return { user, now, session, alert }
}

async function fillAndSave(user: ReturnType<typeof userEvent.setup>, now: { over: boolean }) {
  await user.click(await screen.findByLabelText('Workspace Name'))
  await user.paste('quality')
  await user.click(screen.getByLabelText('Bucket Name'))
  await user.paste('aster-quality')
  now.over = true
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Create' }))
}

async function signInAs(user: ReturnType<typeof userEvent.setup>, id: string) {
  const field = await screen.findByLabelText('ID')
  await user.clear(field)
  await enterText(user, field, id)
  await enterText(user, screen.getByLabelText('Password'), 'secret')
  await user.keyboard('{Enter}')
}

test('the alert goes, and the page comes back, once the same person signs in in another tab', async () => {
  const { now, session } = await typeAWorkspaceAndLoseTheSession()
  expect(await screen.findByRole('heading', { name: 'Login', hidden: true })).toBeTruthy()
  const stop = keepSessionTrue(session, () => {})
  now.over = false
  window.dispatchEvent(new StorageEvent('storage', { key: 'accountId', newValue: person.account_id }))
  expect(await screen.findByRole('alertdialog', { name: ENDED })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(EXPIRED)).toBeNull())
  stop()
})

test('one alert over the login; storage is empty but for the ID; the same account goes on where it was', async () => {
  const { user, now, session, alert } = await typeAWorkspaceAndLoseTheSession()
  expect(await screen.findByRole('heading', { name: 'Login', hidden: true })).toBeTruthy()
  expect(within(alert).getByText(/What you typed in New Workspace is kept in this tab for mina/)).toBeTruthy()
  expect(Object.keys({ ...localStorage }).sort()).toEqual(['rememberMe'])
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog', { name: EXPIRED })).toBeNull()

  await signInAs(user, 'mina')
  expect(await screen.findByLabelText('Workspace Name')).toHaveProperty('value', 'quality')
  expect(screen.getByLabelText('Bucket Name')).toHaveProperty('value', 'aster-quality')
  expect(window.location.pathname + window.location.search).toBe('/settings/workspace/register')
  expect(session.state().workspace?.id).toBe('id-energy')

  const offer = await screen.findByRole('alertdialog', { name: ENDED })
  expect(within(offer).getByText('Create workspace quality.')).toBeTruthy()
  await user.click(within(offer).getByRole('button', { name: 'Repeat' }))
  const done = await screen.findByRole('alertdialog', { name: 'Created Successfully!' })
  expect(now.keys).toHaveLength(2)
  expect(now.keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(now.keys[1]).toBe(now.keys[0])
  await user.click(within(done).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(browserPage.open).toHaveBeenCalledExactlyOnceWith('/overview'))
  expect(JSON.parse(localStorage.getItem('currWorkspace') ?? '')).toMatchObject({ id: 'id-quality' })
})

test.each([
  ['the ID', '', 'ID'],
  ['the password, where the ID is remembered', 'mina', 'Password'],
])(
  'moves the focus to %s after the alert of a lost session, and to the page after the sign-in',
  async (_, remembered, label) => {
    const user = userEvent.setup()
    const now = server()
    const session = openConsole('/settings/workspace?q=x', person, workspaceCalled('energy'))
    session.remember(remembered)
    await screen.findByRole('button', { name: 'New Workspace' })
    now.over = true
    await enterText(user, screen.getByRole('searchbox'), 'y')
    const alert = await screen.findByRole('alertdialog', { name: EXPIRED })
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
    await signInAs(user, 'mina')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Workspace', level: 1 })),
    )
  },
)

test('repeats the creation of the first workspace over its dialog, and shows a refusal as the form does', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const nobodys = personWith([])
  const now = server({ ...signedIn(nobodys), ...fake(login, nobodys) })
  openConsole('/overview', nobodys)
  await fillAndSave(user, now)
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  now.over = false
  await signInAs(user, 'mina')
  const offer = await screen.findByRole('alertdialog', { name: ENDED })
  expect(screen.getByLabelText('Workspace Name')).toHaveProperty('value', 'quality')
  now.taken = true
  await user.click(within(offer).getByRole('button', { name: 'Repeat' }))
  const refused = await screen.findByRole('alertdialog', { name: 'Failed to create.' })
  expect(refused.textContent).toContain(TAKEN)
  await user.click(within(refused).getByRole('button', { name: 'OK' }))
  expect(screen.getByLabelText('Workspace Name')).toHaveProperty('value', 'quality')
  expect(browserPage.open).not.toHaveBeenCalled()
})

test('opens a page that was asked for without a session after the login, and the overview after a logout', async () => {
  const user = userEvent.setup()
  const one = personWith([workspaceCalled('poc')])
  let isIn = false
  server({
    ...fake(readSession, () => (isIn ? sessionOf(one) : refused(401, 'Please sign in first.'))),
    ...fake(login, () => {
      isIn = true
      return one
    }),
    ...fake(endSession, () => {
      isIn = false
      return {}
    }),
  })
  openConsole('/settings/workspace?q=x#top', null)
  await signInAs(user, 'mina')
  const logout = await screen.findByRole('button', { name: 'Logout' })
  expect(window.location.href).toMatch(/\/settings\/workspace\?q=x#top$/)
  await user.click(logout)
  await signInAs(user, 'mina')
  await waitFor(() => expect(window.location.pathname).toBe('/overview'))
})

test('names work without a form in plain words, and repeats it', { tags: ['long'] }, async () => {
  const user = userEvent.setup()
  const workspace = recordCalled('poc')
  const deleted = vi.fn()
  const now = server({
    ...serverWith(workspace, person),
    ...fake(listWorkspaces, { workspaces: [workspace], total: 1 }),
    ...fake(
      checkWorkspaceDeletion,
      { id: 'id-poc' },
      {
        deletable: true,
        reasons: [],
        contains: NOTHING,
        bucket: '',
      },
    ),
    ...fake(deleteWorkspace, { id: 'id-poc' }, () => {
      deleted()
      return now.over ? refused(401, 'Please sign in first.') : { id: 'id-poc', bucket_emptied: true }
    }),
  })
  openConsole('/settings/workspace/detail/id-poc', person, workspaceCalled('poc'))
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete workspace' }))
  await enterText(user, await screen.findByLabelText('Type poc to delete it'), 'poc')
  now.over = true
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await signInAs(user, 'mina')
  const offer = await screen.findByRole('alertdialog', { name: ENDED })
  expect(within(offer).getByText('Delete workspace.')).toBeTruthy()
  await user.click(within(offer).getByRole('button', { name: 'Repeat' }))
  expect(await screen.findByText('Done.')).toBeTruthy()
  expect(deleted).toHaveBeenCalledTimes(2)
})

test('opens the overview without the kept text for another account', { tags: ['long'] }, async () => {
  const { user, alert, session } = await typeAWorkspaceAndLoseTheSession()
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  await signInAs(user, 'jonas')
  expect(await screen.findByRole('dialog', { name: 'Welcome, Select a Workspace!' })).toBeTruthy()
  expect(window.location.pathname).toBe('/overview')
  expect(session.forms.restored('New Workspace')).toBeUndefined()
})

test('leads from a forbidden page to the overview, with one alert', async () => {
  const developer = personWith([workspaceCalled('poc')], { role: 'DEVELOPER' })
  serve(signedIn(developer))
  openConsole('/settings/account/register', developer)
  expect(
    await screen.findByRole('alertdialog', { name: 'You do not have permission to access.' }),
  ).toBeTruthy()
  expect(window.location.pathname).toBe('/overview')
})
