import type { Member, Workspace } from '@podium/contract/calls/workspaces.ts'
import { roleLabels, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import type { Dispatch, SetStateAction } from 'react'

export const ROLES: readonly WorkspaceRole[] = ['MANAGER', 'DEVELOPER', 'MEMBER']

export const roleOptions = ROLES.map((role) => ({ value: role, label: roleLabels[role] }))

/** The role of an option. */
export function roleOf(text: string): WorkspaceRole {
  return ROLES.find((role) => role === text) ?? 'MEMBER'
}

export interface DraftPerson {
  /** the account's; for a person of the directory without one, `directory:` and their ID */
  id: string
  username: string
  display_name: string
}

/**
 * The role that one person has and the one that they get: null for none. `ends_at` is when the membership ends from now
 * on, null for no end; where it is left out, that stays as it is. `refusal` is why the server did not make it.
 */
export type Change = {
  person: DraftPerson
  ends_at?: string | null | undefined
  refusal?: string | undefined
} & (
  | { from: null; to: WorkspaceRole }
  | { from: WorkspaceRole; to: WorkspaceRole }
  | { from: WorkspaceRole; to: null }
)

/** The changes that are not saved yet: at most one a person, in the order they were made. */
export type Draft = readonly Change[]

/** Whose password the directory is asked with, where the server has no reader of its own. */
export interface Credentials {
  login_id: string
  login_pw: string
}

/** What the parts of the page share. */
export interface MembersEdit {
  workspace: Workspace
  draft: Draft
  onDraft: Dispatch<SetStateAction<Draft>>
  /** undefined until they are typed */
  credentials: Credentials | undefined
  onCredentials: (credentials: Credentials) => void
}

const DIRECTORY = 'directory:'

export const directoryId = (username: string) => `${DIRECTORY}${username}`
export const isOfDirectory = ({ person }: Pick<Change, 'person'>) => person.id.startsWith(DIRECTORY)

export function changeFor(draft: Draft, id: string): Change | undefined {
  return draft.find(({ person }) => person.id === id)
}

export function withChange(draft: Draft, change: Change): Draft {
  const at = draft.findIndex(({ person }) => person.id === change.person.id)
  return at < 0 ? [...draft, change] : draft.with(at, change)
}

/** Another role for a member, or none. The role they have now takes the change back. */
export function withRole(draft: Draft, member: Member, to: WorkspaceRole | null): Draft {
  return withBoth(draft, member, to, to === null ? undefined : changeFor(draft, member.account_id)?.ends_at)
}

/** Another end of the membership, or none. The one it has now takes the change back. */
export function withEnd(draft: Draft, member: Member, ends_at: string | null): Draft {
  const { to } = changeFor(draft, member.account_id) ?? { to: member.role }
  return withBoth(draft, member, to, ends_at === member.ends_at ? undefined : ends_at)
}

function withBoth(draft: Draft, member: Member, to: Change['to'], ends_at: string | null | undefined): Draft {
  const { account_id: id, username, display_name, role: from } = member
  return from === to && ends_at === undefined
    ? without(draft, id)
    : withChange(draft, { person: { id, username, display_name }, from, to, ends_at })
}

export function without(draft: Draft, id: string): Draft {
  return draft.filter(({ person }) => person.id !== id)
}

/** How many managers there are more, or fewer, once the draft is saved. */
export function managersGained(draft: Draft): number {
  const gained = draft.filter(({ to }) => to === 'MANAGER')
  const lost = draft.filter(({ from }) => from === 'MANAGER')
  return gained.length - lost.length
}

/** What the draft as a whole is called in questions and alerts. */
export function modeOf(draft: Draft): 'add' | 'edit' | 'delete' {
  if (draft.every(({ from }) => from === null)) return 'add'
  return draft.every(({ to }) => to === null) ? 'delete' : 'edit'
}
