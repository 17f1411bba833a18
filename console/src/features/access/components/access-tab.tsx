import { exportWorkspaceAccess, listWorkspaceAccess, type OpenTo } from '@podium/contract/calls/access.ts'
import { setMembersMayOnlyLook, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { useChange } from '../../../record/use-change.ts'
import { fileAddressOf, useList } from '../../../record/use-list.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SwitchCard } from '../../../ui/form/switch.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CellText } from '../../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { useDisabledReasonIn } from '../../workspaces/components/use-disabled-reason.ts'
import { accessColumns, whyFilter } from './access-columns.tsx'
import styles from './access-tab.module.css'

interface AccessTabProps {
  workspace: Workspace
  /** why the person may not see it */
  disabledReason: string | undefined
}

/** The people who can open the workspace, and why, and whether its members may only look. */
export function AccessTab({ workspace, disabledReason }: AccessTabProps) {
  if (disabledReason === undefined) return <AccessList workspace={workspace} />
  return (
    <Card flush>
      <EmptyState title={disabledReason} drawing="lock" />
    </Card>
  )
}

function AccessList({ workspace }: { workspace: Workspace }) {
  const { id, display_name } = workspace
  const params = { id }
  const list = useList(listWorkspaceAccess, ({ people }) => people, { params })
  const isAdmin = useAccount().role === 'ADMIN'
  const { targetWith } = useAddress()
  const counted = list.reply && countOf(list.reply.administrators, 'administrator')
  return (
    <div className={layout.stack}>
      <OnlyLookCard workspace={workspace} />
      <ListTable<OpenTo>
        list={list}
        name="Access"
        noun="account"
        columns={columnsFor(isAdmin, id)}
        rowId={({ account_id }) => account_id}
        rowName={({ username }) => username}
        searched="Search ID or name"
        filters={isAdmin ? [whyFilter] : []}
        note={
          isAdmin && !list.isWhole ? undefined : (
            <span className={styles.sentence}>
              {isAdmin ? (
                <>
                  with <Link {...targetWith({ why: 'administrator', page: undefined })}>{counted}</Link>
                </>
              ) : (
                `plus ${counted}`
              )}
              , who can open every workspace
            </span>
          )
        }
        trailing={
          <LinkButton
            icon={Download}
            small
            href={fileAddressOf(exportWorkspaceAccess, list.address, { params })}
            download={`access-${display_name}.csv`}
          >
            Export CSV
          </LinkButton>
        }
      />
    </div>
  )
}

/** Links each name to the person's access, for administrators. */
function columnsFor(isAdmin: boolean, workspaceId: string): readonly Column<OpenTo>[] {
  return [
    {
      id: 'username',
      header: 'ID',
      sortable: true,
      also: { id: 'display_name', header: 'User Name' },
      width: '22%',
      cell: ({ account_id, username, display_name }) => (
        <RowName sub={<CellText of={display_name} />}>
          {isAdmin ? (
            <Link {...paths.editAccount(account_id, { tab: 'access', rights: workspaceId })} title={username}>
              {username}
            </Link>
          ) : (
            <span title={username}>{username}</span>
          )}
        </RowName>
      ),
    },
    ...accessColumns,
    {
      id: 'sign_in',
      header: 'Can sign in',
      width: 'auto',
      cell: ({ may_sign_in, sign_in }) => (
        <>
          {may_sign_in ? 'Yes' : <Chip tone="bad">No</Chip>}
          {sign_in && WHY_NOT[sign_in] && <span className={text.sub}>{WHY_NOT[sign_in]}</span>}
        </>
      ),
    },
  ]
}

const WHY_NOT: Partial<Record<NonNullable<OpenTo['sign_in']>, string>> = {
  password: 'must change the password',
  failures: 'failed logins',
  inactivity: 'not used for long',
  locked: 'locked by an administrator',
}

/** Takes effect at once. Runs that members have started continue. */
function OnlyLookCard({ workspace }: { workspace: Workspace }) {
  const disabledReason = useDisabledReasonIn()('workspace.restrict', workspace)
  const { change } = useChange<boolean>({
    change: (members_may_only_look, send) =>
      send(setMembersMayOnlyLook, { params: { id: workspace.id }, body: { members_may_only_look } }),
    failed: 'What members may do was not changed.',
    tell: (_, only) => ({
      snackbar: only ? 'Members may only look now.' : 'Members may do what developers may.',
    }),
  })
  return (
    <SwitchCard
      title="Members may only look"
      sub="When on, people with the role Member can open everything but not start, change or delete. Their current runs continue."
      on={workspace.members_may_only_look}
      disabledReason={disabledReason}
      onChange={(only) => void change(only)}
    />
  )
}
