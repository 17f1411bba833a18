import { readMemberSummary } from '@podium/contract/calls/workspace-use.ts'
import { listMembers, type Member } from '@podium/contract/calls/workspaces.ts'
import { endOfDay } from '@podium/contract/rules/local-days.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { relativeTime } from '../../format/date-time.ts'
import { lastDayOf, timeZone } from '../../format/day.ts'
import { NOTHING } from '../../format/nothing.ts'
import { ListTable } from '../../record/list-table.tsx'
import { useList } from '../../record/use-list.ts'
import { useAccount } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DayInput } from '../../ui/form/day-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Chip, Tag } from '../../ui/text/chip.tsx'
import { isSoon, Until } from '../../ui/text/until.tsx'
import { Person } from '../workspaces/components/person.tsx'
import { roleOf, roleOptions } from '../workspaces/components/role-options.ts'
import { changeFor, type MembersEdit, managersGained, withEnd, without, withRole } from './member-draft.ts'
import styles from './member-table.module.css'

/** The members as they would be once the draft is saved. */
export function MemberTable({ workspace, draft, onDraft }: MembersEdit) {
  const params = { id: workspace.id }
  const list = useList(listMembers, ({ members }) => members, { params })
  const { accountId: own } = useAccount()
  const summary = useQuery(q(readMemberSummary, { params }))
  const managers = (summary.data?.by_role.MANAGER ?? 0) + managersGained(draft)

  /** True if the workspace would have no manager without this member. */
  function isLastManager({ account_id, role }: Member): boolean {
    return role === 'MANAGER' && managers <= 1 && changeFor(draft, account_id) === undefined
  }

  function roleCell(member: Member) {
    const { account_id, username, role, source } = member
    const change = changeFor(draft, account_id)
    if (change?.to === null) return <Chip tone="bad">removed</Chip>
    if (account_id === own)
      return (
        <span>
          <Tag>{roleLabels[role]}</Tag>
          <span className={classNames(text.sub, styles.own)}>You cannot change your own role.</span>
        </span>
      )
    return (
      <span className={layout.wrap}>
        <Select
          small
          aria-label={`Role of ${username}`}
          value={change?.to ?? role}
          options={roleOptions.map((option) => ({
            ...option,
            disabled: isLastManager(member) && option.value !== 'MANAGER',
          }))}
          onChange={({ currentTarget }) => onDraft(withRole(draft, member, roleOf(currentTarget.value)))}
        />
        {change && change.to !== role && <Chip tone="info">{`was ${roleLabels[role]}`}</Chip>}
        {!change && source === 'group' && <span className={text.sub}>by group</span>}
      </span>
    )
  }

  function untilCell(member: Member) {
    const { account_id, username, ends_at } = member
    const change = changeFor(draft, account_id)
    if (change?.to === null) return NOTHING
    if (account_id === own) return ends_at === null ? NO_END : <Until at={ends_at} />
    return (
      <EndField
        username={username}
        ends_at={change?.ends_at === undefined ? ends_at : change.ends_at}
        onChange={(end) => onDraft(withEnd(draft, member, end))}
      />
    )
  }

  function removeCell(member: Member) {
    const { account_id, username } = member
    if (changeFor(draft, account_id))
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
        disabledReason={
          isLastManager(member)
            ? 'At least one manager must remain in this workspace. Make someone else a manager first.'
            : undefined
        }
        onClick={() => onDraft(withRole(draft, member, null))}
      />
    )
  }

  function bulk(selected: readonly Member[], keep: (members: readonly Member[]) => void) {
    const others = selected.filter(({ account_id }) => account_id !== own)
    const changeEach = (to: Member['role'] | null) => {
      onDraft(others.reduce((before, member) => withRole(before, member, to), draft))
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
          onChange={({ currentTarget }) => changeEach(roleOf(currentTarget.value))}
        />
        <Button
          small
          kind="danger"
          icon={X}
          disabledReason={others.length === 0 ? 'To remove yourself, use your own row.' : undefined}
          onClick={() => changeEach(null)}
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
        columns={[
          {
            id: 'username',
            header: 'ID',
            sortable: true,
            cell: ({ username, display_name }) => <Person name={username} sub={display_name} />,
          },
          { id: 'role', header: 'Role in Workspace', sortable: true, cell: roleCell },
          { id: 'ends_at', header: 'Until', cell: untilCell },
          {
            id: 'change',
            header: 'Remove',
            numeric: true,
            onPhone: 'title',
            cell: (member) => <span className={styles.remove}>{removeCell(member)}</span>,
          },
        ]}
        rowId={({ account_id }) => account_id}
        rowName={({ username }) => username}
        searched="Search members"
        bulk={bulk}
      />
    </div>
  )
}

const NO_END = <span className={text.muted}>No end</span>

interface EndFieldProps {
  username: string
  ends_at: string | null
  onChange: (ends_at: string | null) => void
}

/** The end of a membership. Most have none, so the date field opens with a button. */
function EndField({ username, ends_at, onChange }: EndFieldProps) {
  const [isAsking, setAsking] = useState(false)
  if (ends_at === null && !isAsking)
    return (
      <span className={layout.row}>
        {NO_END}
        <IconButton icon={Pencil} label={`Set an end for ${username}`} onClick={() => setAsking(true)} />
      </span>
    )
  return (
    <span className={layout.wrap}>
      <DayInput
        small
        autoFocus={isAsking}
        aria-label={`Until, for ${username}`}
        title={`Ends 24:00 ${timeZone()}`}
        value={lastDayOf(ends_at)}
        onChange={({ currentTarget }) => onChange(endOfDay(currentTarget.value))}
        onBlur={() => setAsking(false)}
      />
      {ends_at !== null && isSoon(ends_at) && <Chip tone="warn">{relativeTime(ends_at)}</Chip>}
    </span>
  )
}
