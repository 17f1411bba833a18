import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import { Select } from '../../../ui/form/select.tsx'
import { roleLabel } from '../components/role-label.ts'

const ROLES: readonly WorkspaceRole[] = ['MANAGER', 'DEVELOPER', 'MEMBER']

export const roleOptions = ROLES.map((role) => ({ value: role, label: roleLabel({ role }) }))

interface RoleSelectProps {
  /** whose role it is */
  username: string
  role: WorkspaceRole
  /** The only manager stays one. */
  managerOnly?: boolean
  onChange: (role: WorkspaceRole) => void
}

export function RoleSelect({ username, role, managerOnly = false, onChange }: RoleSelectProps) {
  return (
    <Select
      small
      aria-label={`Role of ${username}`}
      value={role}
      options={roleOptions.map((option) => ({
        ...option,
        disabled: managerOnly && option.value !== 'MANAGER',
      }))}
      onChange={(event) => onChange(roleOf(event.currentTarget.value))}
    />
  )
}

export function roleOf(text: string): WorkspaceRole {
  return ROLES.find((role) => role === text) ?? 'MEMBER'
}
