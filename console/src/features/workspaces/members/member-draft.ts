import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import type { Member } from '@podium/contract/workspaces.ts'

export interface Person {
  /** the account's; for somebody of the directory without one, `directory:` and their ID */
  id: string
  username: string
  display_name: string
}

/** What is wanted for one person. */
export type Change =
  | { kind: 'add'; person: Person; role: WorkspaceRole }
  | { kind: 'role'; person: Person; from: WorkspaceRole; role: WorkspaceRole }
  | { kind: 'remove'; person: Person; from: WorkspaceRole }

/** What is wanted but not saved yet: at most one change a person, in the order they were thought of. */
export type Draft = readonly Change[]

const DIRECTORY = 'directory:'

export const directoryId = (username: string) => `${DIRECTORY}${username}`
export const isOfDirectory = ({ id }: Person) => id.startsWith(DIRECTORY)

export function personOf({ account_id, username, display_name }: Named): Person {
  return { id: account_id, username, display_name }
}

type Named = Pick<Member, 'account_id' | 'username' | 'display_name'>

export function changeFor(draft: Draft, id: string): Change | undefined {
  return draft.find(({ person }) => person.id === id)
}

export function withAdded(draft: Draft, person: Person, role: WorkspaceRole): Draft {
  return withChange(draft, { kind: 'add', person, role })
}

/** A role for a member, or for somebody about to become one. The role they have now takes the wish back. */
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

/** How many managers there are more, or fewer, once this is done. */
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
