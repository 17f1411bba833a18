import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import type { Member } from '@podium/contract/workspaces.ts'
import { X } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { BulkBar } from '../../../ui/table/bulk-bar.tsx'
import { roleOf, roleOptions } from './role-select.tsx'
import { whyNotRole } from './why-not.ts'

interface SelectedMembersProps {
  members: readonly Member[]
  /** the own account's id */
  own: string
  onRole: (role: WorkspaceRole) => void
  onRemove: () => void
  onClear: () => void
}

/** What can be wanted for all of the selected; nothing happens before Save. */
export function SelectedMembers({ members, own, onRole, onRemove, onClear }: SelectedMembersProps) {
  const others = members.filter((member) => whyNotRole(member, own) === undefined)
  return (
    <BulkBar count={members.length} noun="member" onClear={onClear}>
      <Select
        small
        aria-label="Role of the selected"
        value=""
        placeholder={`Role of ${others.length}`}
        options={roleOptions}
        onChange={(event) => onRole(roleOf(event.currentTarget.value))}
      />
      <Button
        small
        kind="danger"
        icon={X}
        reason={others.length === 0 ? 'Remove yourself by your own row.' : undefined}
        onClick={onRemove}
      >
        {others.length === 0 ? 'Remove' : `Remove ${others.length}`}
      </Button>
    </BulkBar>
  )
}
