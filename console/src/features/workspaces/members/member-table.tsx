import { roleLabels, type WorkspaceRole } from '@podium/contract/permissions.ts'
import { listMembers, type Member, readMemberSummary } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import { q } from '../../../api/query.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/form/select.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { Chip, Tag } from '../../../ui/text/chip.tsx'
import { Person } from '../components/person.tsx'
import {
  type Change,
  changeFor,
  type Draft,
  managersGained,
  roleOf,
  roleOptions,
  without,
  withRemoved,
  withRole,
} from './member-draft.ts'

interface MemberTableProps {
  workspaceId: string
  draft: Draft
  onDraft: (draft: Draft) => void
}

/** The members as they would be once the draft is saved. */
export function MemberTable({ workspaceId: id, draft, onDraft }: MemberTableProps) {
  const list = useList(listMembers, ({ members }) => members, { params: { id } })
  const { accountId: own } = useAccount()
  const summary = useQuery(q(readMemberSummary, { params: { id } }))
  const managers = (summary.data?.by_role.MANAGER ?? 0) + managersGained(draft)

  function bulk(selected: readonly Member[], keep: (members: readonly Member[]) => void) {
    const others = selected.filter(({ account_id }) => account_id !== own)
    const changeEach = (change: (before: Draft, member: Member) => Draft) => {
      onDraft(others.reduce(change, draft))
      keep([])
    }
    return (
      <>
        <Select
          small
          aria-label="Role of the selected"
          value=""
          placeholder={`Role of ${others.length}`}
          options={roleOptions}
          onChange={({ currentTarget }) => {
            const role = roleOf(currentTarget.value)
            changeEach((before, member) => withRole(before, member, role))
          }}
        />
        <Button
          small
          kind="danger"
          icon={X}
          disabledReason={others.length === 0 ? 'Remove yourself by your own row.' : undefined}
          onClick={() => changeEach(withRemoved)}
        >
          {others.length === 0 ? 'Remove' : `Remove ${others.length}`}
        </Button>
      </>
    )
  }

  return (
    <div>
      <ListTable<Member>
        list={list}
        name="Members"
        noun="member"
        columns={columnsOf({ draft, own, managers, onDraft })}
        rowId={({ account_id }) => account_id}
        rowName={({ username }) => username}
        searched="Search ID, name or email"
        bulk={bulk}
      />
    </div>
  )
}

interface DraftProps {
  draft: Draft
  /** the id of the person who edits */
  own: string
  /** how many managers there are once the draft is saved */
  managers: number
  onDraft: (draft: Draft) => void
}

function columnsOf(options: DraftProps): readonly Column<Member>[] {
  return [
    {
      id: 'username',
      header: 'ID',
      sortable: true,
      cell: ({ username, display_name }) => <Person name={username} sub={display_name} />,
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

type CellProps = DraftProps & { member: Member }

function RoleCell({ member, draft, own, managers, onDraft }: CellProps) {
  const { account_id, username, role } = member
  const change = changeFor(draft, account_id)
  if (change?.kind === 'remove') return <Chip tone="bad">removed</Chip>
  if (account_id === own)
    return (
      <span className={classNames(layout.wrap, text.tiny, text.muted)}>
        <Tag>{roleLabels[role]}</Tag> You cannot change your own role.
      </span>
    )
  const isLastManager = managerDisabledReason(role, change, managers) !== undefined
  return (
    <span className={layout.wrap}>
      <Select
        small
        aria-label={`Role of ${username}`}
        value={change?.role ?? role}
        options={roleOptions.map((option) => ({
          ...option,
          disabled: isLastManager && option.value !== 'MANAGER',
        }))}
        onChange={({ currentTarget }) => onDraft(withRole(draft, member, roleOf(currentTarget.value)))}
      />
      {change && <Chip tone="info">{`was ${roleLabels[role]}`}</Chip>}
    </span>
  )
}

function RemoveCell({ member, draft, managers, onDraft }: CellProps) {
  const { account_id, username, role } = member
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
      disabledReason={managerDisabledReason(role, change, managers)}
      onClick={() => onDraft(withRemoved(draft, member))}
    />
  )
}

/**
 * Why a member cannot stop being a manager; undefined when they can, or when the draft has it already.
 * @param managers how many there are once the draft is saved
 */
function managerDisabledReason(
  role: WorkspaceRole,
  change: Change | undefined,
  managers: number,
): string | undefined {
  const stays = role === 'MANAGER' && (change === undefined || managersGained([change]) === 0)
  return stays && managers <= 1
    ? 'One manager must remain in this workspace. Make somebody else manager first.'
    : undefined
}
