import { roleLabels, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'

/** The person's role in a workspace, in words. An administrator can enter a workspace without being a member. */
export function roleLabel({ role, member }: { role: WorkspaceRole; member?: boolean }): string {
  return member === false ? 'Not a member' : roleLabels[role]
}
