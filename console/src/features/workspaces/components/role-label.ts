import type { WorkspaceRole } from '@podium/contract/permissions.ts'

const LABELS: Record<WorkspaceRole, string> = { MANAGER: 'Manager', DEVELOPER: 'Developer', MEMBER: 'Member' }

/** The own role in a workspace, in words; an administrator may enter it without being a member. */
export function roleLabel({ role, member }: { role: WorkspaceRole; member?: boolean }): string {
  return member === false ? 'Not a member' : LABELS[role]
}
