import { roleLabels, type WorkspaceRole } from '@podium/contract/permissions.ts'
import type { Member } from '@podium/contract/workspaces.ts'

const ROLES: readonly WorkspaceRole[] = ['MANAGER', 'DEVELOPER', 'MEMBER']

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

/** The change of one person's membership. */
export type Change =
  | { kind: 'add'; person: DraftPerson; role: WorkspaceRole }
  | { kind: 'role'; person: DraftPerson; from: WorkspaceRole; role: WorkspaceRole }
  | { kind: 'remove'; person: DraftPerson; from: WorkspaceRole }

/** The changes that are not saved yet: at most one a person, in the order they were made. */
export type Draft = readonly Change[]

/** A change that was not made. */
export interface Refusal {
  change: Change
  /** the sentence of the server */
  detail: string
}

const DIRECTORY = 'directory:'

export const directoryId = (username: string) => `${DIRECTORY}${username}`
export const isOfDirectory = ({ id }: DraftPerson) => id.startsWith(DIRECTORY)

export function changeFor(draft: Draft, id: string): Change | undefined {
  return draft.find(({ person }) => person.id === id)
}

export function withAdded(draft: Draft, person: DraftPerson, role: WorkspaceRole): Draft {
  return withChange(draft, { kind: 'add', person, role })
}

/** Another role for a member. The role they have now takes the change back. */
export function withRole(draft: Draft, member: Member, role: WorkspaceRole): Draft {
  if (member.role === role) return without(draft, member.account_id)
  return withChange(draft, { kind: 'role', person: personOf(member), from: member.role, role })
}

export function withRemoved(draft: Draft, member: Member): Draft {
  return withChange(draft, { kind: 'remove', person: personOf(member), from: member.role })
}

export function without(draft: Draft, id: string): Draft {
  return draft.filter(({ person }) => person.id !== id)
}

/** How many managers there are more, or fewer, once the draft is saved. */
export function managersGained(draft: Draft): number {
  return draft.reduce((sum, change) => {
    const before = change.kind !== 'add' && change.from === 'MANAGER' ? 1 : 0
    const after = change.kind !== 'remove' && change.role === 'MANAGER' ? 1 : 0
    return sum + after - before
  }, 0)
}

/** What the draft as a whole is called in questions and alerts. */
export function modeOf(draft: Draft): 'add' | 'edit' | 'delete' {
  if (draft.every(({ kind }) => kind === 'add')) return 'add'
  return draft.every(({ kind }) => kind === 'remove') ? 'delete' : 'edit'
}

function withChange(draft: Draft, change: Change): Draft {
  const at = draft.findIndex(({ person }) => person.id === change.person.id)
  return at < 0 ? [...draft, change] : draft.with(at, change)
}

function personOf({ account_id, username, display_name }: Member): DraftPerson {
  return { id: account_id, username, display_name }
}
