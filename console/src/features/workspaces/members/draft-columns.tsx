import type { Member } from '@podium/contract/workspaces.ts'
import { Undo2, X } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { Chip } from '../../../ui/text/chip.tsx'
import { PersonRow } from '../components/person-row.tsx'
import { roleLabel } from '../components/role-label.ts'
import { RoleTag } from '../components/role-tag.tsx'
import styles from './draft-columns.module.css'
import { changeFor, type Draft, without, withRemoved, withRole } from './member-draft.ts'
import { RoleSelect } from './role-select.tsx'
import { whyNotLeave, whyNotRole } from './why-not.ts'

interface DraftColumnsOptions {
  draft: Draft
  /** the own account's id */
  own: string
  /** how many managers there are once the draft is saved */
  managers: number
  onDraft: (draft: Draft) => void
}

export function draftColumns(options: DraftColumnsOptions): readonly Column<Member>[] {
  return [
    {
      id: 'username',
      header: 'ID',
      sortable: true,
      cell: ({ username, display_name }) => <PersonRow name={username} sub={display_name} />,
    },
    {
      id: 'role',
      header: 'Role in Workspace',
      sortable: true,
      cell: (member) => <RoleCell member={member} {...options} />,
    },
    {
      id: 'change',
      header: 'Remove',
      numeric: true,
      cell: (member) => <RemoveCell member={member} {...options} />,
    },
  ]
}

type CellProps = DraftColumnsOptions & { member: Member }

function RoleCell({ member, draft, own, managers, onDraft }: CellProps) {
  const change = changeFor(draft, member.account_id)
  const reason = whyNotRole(member, own)
  if (change?.kind === 'remove') return <Chip tone="bad">removed</Chip>
  if (reason !== undefined)
    return (
      <span className={styles.own}>
        <RoleTag role={member.role} /> {reason}
      </span>
    )
  return (
    <span className={styles.role}>
      <RoleSelect
        username={member.username}
        role={change?.role ?? member.role}
        managerOnly={whyNotLeave(member, change, managers) !== undefined}
        onChange={(role) => onDraft(withRole(draft, member, role))}
      />
      {change && <Chip tone="info">{`was ${roleLabel(member)}`}</Chip>}
    </span>
  )
}

function RemoveCell({ member, draft, managers, onDraft }: CellProps) {
  const { account_id, username } = member
  const change = changeFor(draft, account_id)
  if (change)
    return (
      <IconButton
        icon={Undo2}
        label={`Undo for ${username}`}
        onClick={() => onDraft(without(draft, account_id))}
      />
    )
  return (
    <IconButton
      icon={X}
      label={`Remove ${username}`}
      reason={whyNotLeave(member, change, managers)}
      onClick={() => onDraft(withRemoved(draft, member))}
    />
  )
}
