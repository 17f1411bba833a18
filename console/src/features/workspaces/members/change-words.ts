import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import { roleLabel } from '../components/role-label.ts'
import type { Change } from './member-draft.ts'

/** What each role may do in a workspace. */
export const ROLE_RIGHTS: Record<WorkspaceRole, string> = {
  MANAGER:
    'Adds, changes and removes members, deletes what others made, reads the history; and everything below.',
  DEVELOPER: 'Registers, edits, runs and stops; deletes what they made.',
  MEMBER: 'The same rights as Developer; the word tells people who builds.',
}

const MANAGING = 'add, change and remove members, delete what others made, and read the history'

/** Who gains or loses what, in a sentence that begins after their ID. */
export function consequence(change: Change, workspace: string): string {
  if (change.kind === 'remove') return `loses ${workspace}: its solutions, runs, models and files`
  const label = roleLabel({ role: change.role })
  if (change.kind === 'add')
    return change.role === 'MANAGER'
      ? `becomes ${label} and can register, edit and run here, ${MANAGING}`
      : `becomes ${label} and can register, edit and run here`
  const turn = `${roleLabel({ role: change.from })} → ${label}`
  if (change.role === 'MANAGER') return `${turn}, and can ${MANAGING}`
  if (change.from === 'MANAGER') return `${turn}, and can no longer ${MANAGING.replace(', and', ', or')}`
  return `${turn}, with the same rights`
}
