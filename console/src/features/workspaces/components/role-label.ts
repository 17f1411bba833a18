import { roleLabels, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'

/** The own role in a workspace, in words; an administrator may enter it without being a member. */
export function roleLabel({ role, member }: { role: WorkspaceRole; member?: boolean }): string {
  return member === false ? 'Not a member' : roleLabels[role]
}
