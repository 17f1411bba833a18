import { type OwnWorkspace, type Person, readSession } from '@podium/contract/calls/auth.ts'
import type { readVersions } from '@podium/contract/calls/system.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { App } from '../app.tsx'
import { createSession, type Session } from '../session/session.ts'
import { refreshSession } from '../session/start.ts'
import { SessionContext } from '../session/use-session.ts'
import { connectSession } from '../shell/connect-session.ts'
import { createNotices } from '../shell/notices.ts'
import { type FakeCall, fake, refused } from './fake.ts'

type Answer = [status: number, body: unknown]
/** Answers by 'METHOD /path', or by routes with `fake`; other calls get 404. */
export type FakeServer = Record<string, (call: FakeCall) => Answer | Response>

export function workspaceCalled(name: string, part: Partial<OwnWorkspace> = {}): OwnWorkspace {
  return {
    id: `id-${name}`,
    name: `${name}-ws`,
    role: 'MANAGER',
    member: true,
    ends_at: null,
    members_may_only_look: false,
    display_name: name,
    dashboard_hash: '',
    edge_conductor_url: '',
    ...part,
  }
}

export function personWith(workspace: OwnWorkspace[], part: Partial<Person> = {}): Person {
  return {
    username: 'mina',
    account_id: 'a1',
    display_name: 'Mina Sol',
    role: 'ADMIN',
    login_type: 'static',
    must_change_password: false,
    look: { theme: 'light', density: 'comfortable', shortcuts: 'on', times: 'dates' },
    workspace,
    ...part,
  }
}

export function versions(monitoring = 'none'): [200, ReplyOf<typeof readVersions>] {
  return [
    200,
    {
      versions: [{ ver_str: '2.0.0' }],
      release: { mlops_engine: 'local', monitoring },
      product_version: '1.0.0',
      docs_url: '',
      help_contact: '',
      single_sign_on: '',
    },
  ]
}

/** The answers that every page of a signed-in person asks for. */
export function signedIn(person: Person): FakeServer {
  return { 'GET /versions': () => versions(), ...fake(readSession, () => ({ ...person, ends_in_s: null })) }
}

/** Serves the answers. Returns the calls made, in order, as 'METHOD /path'. */
export function serve(server: FakeServer): string[] {
  const made: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://podium.test')
    const name = `${init.method ?? 'GET'} ${url.pathname.replace('/api/v1', '')}`
    made.push(name)
    const answered =
      server[name]?.({
        path: url.pathname,
        query: url.searchParams,
        body: JSON.parse(String(init.body ?? '{}')),
        headers: Object.fromEntries(new Headers(init.headers)),
      }) ?? refused(404, 'There is nothing here that you may see.')
    return answered instanceof Response ? answered : Response.json(answered[1], { status: answered[0] })
  })
  return made
}

/** Opens the whole console at an address for a person who signed in earlier and chose `current`; null is signed out. */
export function openConsole(href: string, person: Person | null, current?: OwnWorkspace): Session {
  window.history.replaceState(null, '', href)
  if (person) {
    const earlier = createSession(localStorage)
    earlier.signIn(person)
    if (current) earlier.choose(current)
  }
  const session = createSession(localStorage)
  const notices = createNotices()
  connectSession(session, notices)
  render(
    <SessionContext value={session}>
      <App session={session} notices={notices} started={refreshSession(session)} />
    </SessionContext>,
  )
  return session
}
