import { type OwnWorkspace, type Person, readSession } from '@podium/contract/calls/auth.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { render } from '@testing-library/react'
import { App } from '../app.tsx'
import { createSession, type Session } from '../session/session.ts'
import { refreshSession } from '../session/start.ts'
import { SessionContext } from '../session/use-session.ts'
import { connectSession } from '../shell/connect-session.ts'
import { createNotices } from '../shell/notices.ts'
import { answerCalls, type FakeServer, fake, refused } from './fake.ts'
import { VERSIONS } from './samples.ts'

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

/** The answers that every page of a signed-in person asks for. */
export function signedIn(person: Person): FakeServer {
  return { ...fake(readVersions, VERSIONS), ...fake(readSession, () => sessionOf(person)) }
}

export function sessionOf(person: Person): ReplyOf<typeof readSession> {
  return { ...person, ends_in_s: null }
}

/** Serves the answers. Returns the calls made, in order, as 'METHOD /path'. */
export function serve(server: FakeServer): string[] {
  const made: string[] = []
  answerCalls(async (name, call) => {
    made.push(name)
    return (await server[name]?.(call)) ?? refused(404, 'There is nothing here that you may see.')
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
