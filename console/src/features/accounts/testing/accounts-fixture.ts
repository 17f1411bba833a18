import type { AccountDetail } from '@podium/contract/calls/accounts.ts'
import { type DirectoryStatus, readDirectory } from '@podium/contract/calls/directory.ts'
import { type FakeServer, fake } from '../../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../../testing/open-console.tsx'

export function accountCalled(username: string, part: Partial<AccountDetail> = {}): AccountDetail {
  return {
    id: `id-${username}`,
    username,
    display_name: `${username} Sol`,
    email: `${username}@aster.example`,
    company: 'Aster Works',
    department: 'Vision',
    role: 'DEVELOPER',
    login_type: 'static',
    locked: false,
    lock_reason: '',
    locked_at: null,
    login_fail_count: 0,
    must_change_password: false,
    last_login_at: '2026-11-20T08:58:00.000Z',
    workspaces: [{ id: 'id-poc', display_name: 'poc', role: 'MEMBER' }],
    workspace_count: 1,
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    revision: 1,
    second_factor: false,
    ...part,
  }
}

export const lockedAccount = accountCalled('kim', {
  locked: true,
  lock_reason: 'failures',
  locked_at: '2026-11-20T09:31:00.000Z',
  login_fail_count: 5,
})

export const NO_DIRECTORY: DirectoryStatus = {
  configured: false,
  url: '',
  tls: 'none',
  reachable: false,
  detail: '',
  reader: false,
}

export const DIRECTORY: DirectoryStatus = {
  configured: true,
  url: 'ldaps://directory.aster.example',
  tls: 'ldaps',
  reachable: true,
  detail: '',
  reader: true,
}

/** Opens the console at an address as the administrator mina (account a1), with the given server answers. */
export function openAsAdmin(href: string, answers: FakeServer): string[] {
  const poc = workspaceCalled('poc')
  const person = personWith([poc])
  const made = serve({
    ...signedIn(person),
    ...fake(readDirectory, NO_DIRECTORY),
    ...answers,
  })
  openConsole(href, person, poc)
  return made
}
