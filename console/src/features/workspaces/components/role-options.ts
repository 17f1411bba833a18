import { roleLabels, type WorkspaceRole } from '@podium/contract/rules/permissions.ts'

export const ROLES: readonly WorkspaceRole[] = ['MANAGER', 'DEVELOPER', 'MEMBER']

export const roleOptions = ROLES.map((role) => ({ value: role, label: roleLabels[role] }))

export function roleOf(text: string): WorkspaceRole {
  return ROLES.find((role) => role === text) ?? 'MEMBER'
}
