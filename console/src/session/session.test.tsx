import type { OwnWorkspace, Person } from '@podium/contract/calls/auth.ts'
import { keepPreferences } from '@podium/contract/calls/preferences.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import { expect, test, vi } from 'vitest'
import { type MadeCall, watchCalls } from '../api/watch.ts'
import { createSession, type Session } from './session.ts'
import { keepSessionTrue, refreshSession } from './start.ts'
import { decideGate } from './workspace-gate.ts'

const own = (id: string, role: OwnWorkspace['role'] = 'MEMBER'): OwnWorkspace => ({
  id,
  name: `${id}-ws`,
  role,
  member: true,
  ends_at: null,
  members_may_only_look: false,
  display_name: id,
  dashboard_hash: '',
  edge_conductor_url: '',
})
const person: Person = {
  username: 'mina',
  account_id: 'a1',
  display_name: 'Mina Sol',
  role: 'DEVELOPER',
  login_type: 'static',
  must_change_password: false,
  look: { theme: 'light', density: 'comfortable', shortcuts: 'on', times: 'dates' },
  workspace: [own('poc', 'MANAGER'), own('energy')],
}
const made: MadeCall = { route: readVersions, again: async () => {} }

test('stores exactly the documented keys when a person signs in', () => {
  const session = createSession(localStorage)
  session.remember('mina')
  session.signIn(person)
  session.setRelease({
    engine: 'local',
    monitoring: 'none',
    productVersion: '1.0.0',
    docsUrl: '',
    helpContact: '',
    singleSignOn: '',
  })
  session.choose(own('poc', 'MANAGER'))
  expect({ ...localStorage }).toEqual({
    accountId: 'a1',
    id: 'mina',
    userName: 'Mina Sol',
    role: 'DEVELOPER',
    loginType: 'static',
    workspaceList: JSON.stringify(person.workspace),
    currWorkspace: JSON.stringify({ id: 'poc', name: 'poc-ws', role: 'MANAGER', display_name: 'poc' }),
    rememberMe: 'mina',
    engine: 'local',
    monitoring: 'none',
  })
})

test('keeps only the remembered ID when a person signs out', () => {
  const session = createSession(localStorage)
  session.signIn(person)
  session.remember('mina')
  session.end()
  expect({ ...localStorage }).toEqual({ rememberMe: 'mina' })
  expect(session.state().account).toBeNull()
})

test('stores engine and monitoring again after a sign-in without a reload', () => {
  const session = createSession(localStorage)
  session.setRelease({
    engine: 'local',
    monitoring: 'grafana',
    productVersion: '1.0.0',
    docsUrl: '',
    helpContact: '',
    singleSignOn: '',
  })
  session.signIn(person)
  session.end()
  session.signIn(person)
  expect([localStorage.getItem('engine'), localStorage.getItem('monitoring')]).toEqual(['local', 'grafana'])
})

test.each(['accountId', 'userName', 'role', 'loginType'])('treats nobody as signed in without %s', (key) => {
  createSession(localStorage).signIn(person)
  expect(createSession(localStorage).state().account?.id).toBe('mina')
  localStorage.removeItem(key)
  expect(createSession(localStorage).state().account).toBeNull()
})

test('ignores junk in the storage', () => {
  createSession(localStorage).signIn(person)
  localStorage.setItem('workspaceList', '{oh')
  localStorage.setItem('currWorkspace', '{"id":5}')
  const { workspaces, workspace } = createSession(localStorage).state()
  expect([workspaces, workspace]).toEqual([[], null])
})

test("keeps the tab's own workspace when another tab chooses a different one", () => {
  const first = createSession(localStorage)
  first.signIn(person)
  first.choose(own('poc'))
  const second = createSession(localStorage)
  second.choose(own('energy'))
  expect(first.state().workspace?.id).toBe('poc')
  expect(createSession(localStorage).state().workspace?.id).toBe('energy')
})

test('drops a workspace that is gone, and takes over a changed role', () => {
  const session = createSession(localStorage)
  session.signIn(person)
  session.choose(own('poc', 'MANAGER'))
  session.renew({ ...person, workspace: [own('poc', 'MEMBER')] })
  expect(session.state().workspace?.role).toBe('MEMBER')
  session.renew({ ...person, workspace: [own('energy')] })
  expect(session.state().workspace).toBeNull()
  expect(localStorage.getItem('currWorkspace')).toBeNull()
})

test('keeps path, forms, workspace and call of a lost session for the same account', () => {
  const session = createSession(localStorage)
  session.signIn(person)
  session.choose(own('energy'))
  session.forms.watch('New Run', () => ({ name: 'weekly' }))
  session.forms.watch('Empty', () => undefined)
  expect(session.lose(session.state().signIn, '/inferenceModel/run/new', made)).toBe(true)
  expect(session.lose(session.state().signIn, '/elsewhere', made)).toBe(false)
  expect({ ...localStorage }).toEqual({})

  session.signIn(person)
  expect(session.state().workspace?.id).toBe('energy')
  expect(session.takeSaved()).toMatchObject({ href: '/inferenceModel/run/new', call: made })
  expect(session.forms.restored('New Run')).toEqual({ name: 'weekly' })
  expect(session.forms.restored('Empty')).toBeUndefined()
  expect(session.takeSaved()).toBeNull()
})

test('gives nothing of the kept work to another account', () => {
  const session = createSession(localStorage)
  session.signIn(person)
  session.forms.watch('New Run', () => ({ name: 'weekly' }))
  session.lose(session.state().signIn, '/inferenceModel/run/new', made)
  session.signIn({ ...person, account_id: 'a2' })
  expect(session.takeSaved()).toBeNull()
  expect(session.forms.restored('New Run')).toBeUndefined()
})

const change: MadeCall = { route: keepPreferences, again: async () => {} }

test.each<[string, (session: Session) => void]>([
  ['signs out', (session) => session.end()],
  ['loses the session again', (session) => session.lose(session.state().signIn, '/run/1', change)],
])('offers restored work to nobody else after its person %s', (_, leave) => {
  const session = createSession(localStorage)
  session.forms.watch('a note', () => 'typed')
  session.signIn(person)
  session.lose(session.state().signIn, '/run/1', change)
  session.signIn(person)
  session.takeSaved()
  leave(session)
  session.signIn({ ...person, account_id: 'a2' })
  session.takeSaved()
  const { restored, takeRefused } = session.forms
  expect([restored('a note'), takeRefused('a note')]).toEqual([undefined, undefined])
})

test('does not end the session on a late 401 of an earlier sign-in', () => {
  const session = createSession(localStorage)
  session.signIn(person)
  const earlier = session.state().signIn
  session.end()
  session.signIn(person)
  expect(session.lose(earlier, '/overview', made)).toBe(false)
  expect(session.state().account?.id).toBe('mina')
})

test('treats a refused call as a lost session only after the next sign-in, not during a sign-out', () => {
  const session = createSession(localStorage)
  session.signIn(person)
  session.beginEnd()
  expect(session.lose(session.state().signIn, '/overview', made)).toBe(false)
  session.end()
  session.signIn(person)
  expect(session.lose(session.state().signIn, '/overview', made)).toBe(true)
})

test("takes over the server's release and workspaces at the start", async () => {
  const session = createSession(localStorage)
  session.signIn(person)
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.endsWith('/versions')
        ? {
            versions: [{ ver_str: '2.0.0' }],
            release: { mlops_engine: 'local', monitoring: 'grafana' },
            product_version: '0.1.0',
            docs_url: '',
          }
        : { ...person, must_change_password: true, workspace: [own('energy')] },
    ),
  )
  await refreshSession(session)
  expect(session.state()).toMatchObject({
    mustChangePassword: true,
    release: { monitoring: 'grafana', productVersion: '0.1.0' },
  })
  expect(session.state().workspaces.map(({ id }) => id)).toEqual(['energy'])
  expect(localStorage.getItem('monitoring')).toBe('grafana')
})

test('repeats a start without a network once there is one', async () => {
  const session = createSession(localStorage)
  const server = { isThere: false }
  vi.stubGlobal('fetch', async () => {
    if (!server.isThere) throw new TypeError('Failed to fetch')
    return Response.json({
      release: { mlops_engine: 'local', monitoring: 'none' },
      product_version: '0.2.0',
      docs_url: '',
      help_contact: '',
      single_sign_on: 'Example',
    })
  })
  await refreshSession(session)
  server.isThere = true
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(session.state().release).toMatchObject({ singleSignOn: 'Example' }))
})

test('restarts when another tab changes the account or clears the storage', () => {
  const session = createSession(localStorage)
  session.signIn(person)
  const reload = vi.fn()
  const stop = keepSessionTrue(session, reload)
  const change = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  change('accountId', 'a1')
  change('currWorkspace', '{}')
  expect(reload).not.toHaveBeenCalled()
  change('accountId', 'a2')
  change('accountId', null)
  change(null, null)
  expect(reload).toHaveBeenCalledTimes(3)
  stop()
  change(null, null)
  expect(reload).toHaveBeenCalledTimes(3)
})

test('resumes a tab whose session the server ended when the same person signs in in another tab', async () => {
  vi.stubGlobal('fetch', async () => Response.json(person))
  const session = createSession(localStorage)
  session.signIn(person)
  session.forms.watch('a note', () => 'typed')
  session.lose(session.state().signIn, '/run/1', made)
  const [reload, goOn] = [vi.fn(), vi.fn()]
  const stop = keepSessionTrue(session, reload)
  session.onReturn(goOn)
  window.dispatchEvent(new StorageEvent('storage', { key: 'accountId', newValue: 'a1' }))
  await vi.waitFor(() => expect(goOn).toHaveBeenCalledOnce())
  const late = vi.fn()
  session.onReturn(late)()
  expect(late).toHaveBeenCalledOnce()
  expect(session.state().account?.accountId).toBe('a1')
  expect(session.takeSaved()).toMatchObject({ href: '/run/1', forms: new Map([['a note', 'typed']]) })
  expect(reload).not.toHaveBeenCalled()
  session.lose(session.state().signIn, '/run/1', made)
  window.dispatchEvent(new StorageEvent('storage', { key: 'accountId', newValue: 'a2' }))
  expect(reload).toHaveBeenCalledOnce()
  stop()
})

test("keeps a tab's work when another tab learns first that the server ended the session", async () => {
  const server = { status: 401 }
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'no' }, { status: server.status }))
  const session = createSession(localStorage)
  session.signIn(person)
  const unwatch = watchCalls({
    signIn: () => session.state().signIn,
    sessionLost: (call, signIn) => session.lose(signIn, '/run/1', call),
    refused: () => {},
  })
  const reload = vi.fn()
  const stop = keepSessionTrue(session, reload)
  const hear = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  hear('lostAccountId', 'a1')
  hear('lostAccountId', null)
  hear('accountId', null)
  await vi.waitFor(() => expect(session.keepsWorkOf('a1')).toBe(true))
  expect(reload).not.toHaveBeenCalled()
  session.signIn(person)
  server.status = 503
  hear('lostAccountId', 'a1')
  hear('accountId', null)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  stop()
  unwatch()
})

test('opens the gate with one workspace, asks with several, and asks an administrator without any to create one', () => {
  const account = { accountId: 'a', id: 'i', userName: 'n', loginType: 'static', role: 'DEVELOPER' } as const
  const admin = { ...account, role: 'ADMIN' } as const
  const workspace = own('poc')
  expect(decideGate({ account, workspace, workspaces: [] })).toEqual({ is: 'open' })
  expect(decideGate({ account, workspace: null, workspaces: [workspace] })).toEqual({
    is: 'choose-this',
    workspace,
  })
  expect(decideGate({ account, workspace: null, workspaces: person.workspace })).toEqual({ is: 'chooser' })
  expect(decideGate({ account: admin, workspace: null, workspaces: [] })).toEqual({ is: 'create' })
  expect(decideGate({ account, workspace: null, workspaces: [] })).toEqual({ is: 'no-workspace' })
})
