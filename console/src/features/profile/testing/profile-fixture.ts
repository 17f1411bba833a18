import { readAccount } from '@podium/contract/calls/accounts.ts'
import type { Person } from '@podium/contract/calls/auth.ts'
import {
  type AccessToken,
  listLogins,
  listSessions,
  listTokens,
  readSecondFactor,
  type Session,
  type SignIn,
} from '@podium/contract/calls/sign-in.ts'
import { type FakeServer, fake } from '../../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../../testing/open-console.tsx'
import { accountCalled } from '../../accounts/testing/accounts-fixture.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export const sessionNow: Session = {
  id: 's1',
  current: true,
  kind: 'browser',
  address: '10.20.4.17',
  user_agent: FIREFOX,
  created_at: '2026-11-20T08:58:00.000Z',
  last_seen_at: '2026-11-20T09:31:00.000Z',
}
export const otherSession: Session = { ...sessionNow, id: 's2', current: false, user_agent: CHROME }
export const scriptSession: Session = {
  ...otherSession,
  id: 's3',
  kind: 'program',
  user_agent: 'curl/8.5.0',
}

export const nightly: AccessToken = {
  id: 't1',
  name: 'nightly',
  scope: 'full',
  expires_at: '2027-02-18T09:00:00.000Z',
  last_used_at: null,
  created_at: '2026-11-20T09:00:00.000Z',
  state: 'active',
}

export const wrongLogin: SignIn = {
  id: 'l1',
  result: '001',
  kind: 'browser',
  address: '10.20.7.3',
  user_agent: CHROME,
  created_at: '2026-11-20T07:41:00.000Z',
}

const account = accountCalled('mina', {
  id: 'a1',
  display_name: 'Mina Sol',
  company: '',
  department: '',
  role: 'ADMIN',
  workspaces: [],
  workspace_count: 0,
})

/** Opens mina's profile at a tab with the given server answers. Returns the calls made, in order. */
export function openProfile(search: string, server: FakeServer = {}, part: Partial<Person> = {}): string[] {
  const person = personWith([workspaceCalled('poc')], part)
  const made = serve({
    ...signedIn(person),
    ...fake(readAccount, account, account),
    ...fake(listSessions, account, { sessions: [sessionNow, otherSession, scriptSession], total: 3 }),
    ...fake(listTokens, account, { tokens: [], total: 0 }),
    ...fake(readSecondFactor, account, { enabled: false, recovery_codes_left: 0 }),
    ...fake(listLogins, account, { logins: [wrongLogin], total: 1 }),
    ...server,
  })
  openConsole(`/settings/account/editProfile${search}`, person)
  return made
}
