import type { Member, Workspace } from '@podium/contract/calls/workspaces.ts'
import type { WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import type { Dispatch, SetStateAction } from 'react'

export interface DraftPerson {
  /** the account's id; for a person of the directory without an account, `directory:` and their ID */
  id: string
  username: string
  display_name: string
}

/**
 * A change of a member's role, with null for not being a member. `ends_at` is the new end of the membership, null for
 * no end; undefined leaves it as it is. `refusal` is why the server refused the change.
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

/** The unsaved changes in the order they were made, at most one per person. */
export type Draft = readonly Change[]

/** The person's own directory credentials, used if the server has no directory account. */
export interface Credentials {
  login_id: string
  login_pw: string
}

/** The props shared by the parts of the page. */
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

/** Changes a member's role; null removes the member. Their present role takes the change back. */
export function withRole(draft: Draft, member: Member, to: WorkspaceRole | null): Draft {
  return withBoth(draft, member, to, to === null ? undefined : changeFor(draft, member.account_id)?.ends_at)
}

/** Changes the end of a membership; null removes it. The present end takes the change back. */
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

/** Returns the change in the number of managers once the draft is saved. */
export function managersGained(draft: Draft): number {
  const gained = draft.filter(({ to }) => to === 'MANAGER')
  const lost = draft.filter(({ from }) => from === 'MANAGER')
  return gained.length - lost.length
}

/** Returns the kind of change that questions and alerts name. */
export function modeOf(draft: Draft): 'add' | 'edit' | 'delete' {
  if (draft.every(({ from }) => from === null)) return 'add'
  return draft.every(({ to }) => to === null) ? 'delete' : 'edit'
}
