import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import type { AccountRole } from '@podium/contract/rules/permissions.ts'

/** The signed-in account, for display only; the server does not trust it. `id` is what they type to sign in. */
export interface SignedInAccount {
  accountId: string
  id: string
  userName: string
  role: AccountRole
  loginType: string
}

export type CurrentWorkspace = Pick<OwnWorkspace, 'id' | 'name' | 'role' | 'display_name'>

const REMEMBERED = 'rememberMe'

/** A person is signed in if account, name, role and login type are all stored. */
export function readAccount(storage: Storage): SignedInAccount | null {
  const accountId = storage.getItem('accountId')
  const userName = storage.getItem('userName')
  const role = storage.getItem('role')
  const loginType = storage.getItem('loginType')
  if (!accountId || userName === null || !loginType || (role !== 'ADMIN' && role !== 'DEVELOPER')) return null
  return { accountId, userName, role, loginType, id: storage.getItem('id') ?? '' }
}

export function writeAccount(storage: Storage, account: SignedInAccount): void {
  for (const [key, value] of Object.entries(account)) storage.setItem(key, value)
}

export function readWorkspaces(storage: Storage): OwnWorkspace[] {
  const list = readJson(storage, 'workspaceList')
  return Array.isArray(list) ? list.filter((item) => typeof item?.id === 'string') : []
}

export function writeWorkspaces(storage: Storage, workspaces: readonly OwnWorkspace[]): void {
  storage.setItem('workspaceList', JSON.stringify(workspaces))
}

export function readCurrentWorkspace(storage: Storage): CurrentWorkspace | null {
  const workspace = readJson(storage, 'currWorkspace')
  const isWhole = ['id', 'name', 'role', 'display_name'].every((key) => typeof workspace?.[key] === 'string')
  return isWhole ? workspace : null
}

export function writeCurrentWorkspace(storage: Storage, workspace: CurrentWorkspace | null): void {
  if (workspace) storage.setItem('currWorkspace', JSON.stringify(workspace))
  else storage.removeItem('currWorkspace')
}

/** The names from the server; '' is unknown. */
export function writeRelease(storage: Storage, release: { engine: string; monitoring: string }): void {
  storage.setItem('engine', release.engine)
  storage.setItem('monitoring', release.monitoring)
}

/** The ID to prefill on the login page; '' if none is remembered. */
export function readRemembered(storage: Storage): string {
  return storage.getItem(REMEMBERED) ?? ''
}

export function writeRemembered(storage: Storage, id: string): void {
  if (id === '') storage.removeItem(REMEMBERED)
  else storage.setItem(REMEMBERED, id)
}

/** Forgets everything but the remembered ID. */
export function clearStored(storage: Storage): void {
  const remembered = readRemembered(storage)
  storage.clear()
  writeRemembered(storage, remembered)
}

function readJson(storage: Storage, key: string) {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** The key that tells other tabs that the server ended the session; it is removed at once. */
export const LOST = 'lostAccountId'

/** Tells other tabs that the server ended the session. This is not a logout, so they keep their work too. */
export function announceLoss(storage: Storage, accountId: string): void {
  storage.setItem(LOST, accountId)
  storage.removeItem(LOST)
}
