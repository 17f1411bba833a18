import { listMembers, listWorkspaces, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { TIERS, tierLabels } from '@podium/contract/rules/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Layers, Pencil, Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { MainButton } from '../../navigation/main-button.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { ListTable } from '../../record/list-table.tsx'
import { prefetchList, useList } from '../../record/use-list.ts'
import { useAccount } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { lazyDialog } from '../../ui/lazy/lazy.tsx'
import type { MenuItem } from '../../ui/menu/menu-popup.tsx'
import { CellLines } from '../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { detailColumns } from './components/detail-views.tsx'
import { PersonItem } from './components/person.tsx'
import { roleLabel } from './components/role-label.ts'
import { inTierOrder } from './components/tier-limits.ts'
import { useAdministerDisabledReason, useDisabledReasonIn } from './components/use-disabled-reason.ts'
import styles from './workspace-list-page.module.css'

const DeleteWorkspaceDialog = lazyDialog(
  async () => (await import('./components/delete-workspace-dialog.tsx')).DeleteWorkspaceDialog,
)

const columns: readonly Column<Workspace>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: '21%',
    cell: (row) => (
      <RowName sub={`You: ${roleLabel(row)}`}>
        <Link {...paths.workspace(row.id)} title={row.display_name} className={text.line}>
          {row.display_name}
        </Link>
      </RowName>
    ),
  },
  {
    id: 'member_count',
    header: 'Members',
    sortable: true,
    numeric: true,
    width: 'max(96px, 8vw)',
    cell: (row) => <MemberCount workspace={row} />,
  },
  {
    id: 'updated_at',
    header: 'Last Updated',
    sortable: true,
    width: 'max(148px, 12vw)',
    cell: (row) => <ListTime at={row.updated_at} />,
  },
  { id: 'resources', header: 'Resources', width: '16%', cell: resourcesCell },
  ...detailColumns,
]

export const load = (at: PageContext) => prefetchList(at, listWorkspaces)

export function Page() {
  const list = useList(listWorkspaces, ({ workspaces }) => workspaces)
  const { search, change } = useAddress()
  const { role } = useAccount()
  const navigate = useNavigate()
  const administerReason = useAdministerDisabledReason()
  const disabledReasonIn = useDisabledReasonIn()
  const [deleting, setDeleting] = useState<Workspace>()
  const current = list.rows?.find(({ id }) => id === search.members)

  const whose = role === 'ADMIN' ? 'Every workspace of this installation.' : 'The workspaces you belong to.'

  function closePanel() {
    document.getElementById(memberCountId(search.members ?? ''))?.focus()
    change({ members: undefined }, { replace: true })
  }

  const menu = (workspace: Workspace): readonly MenuItem[] => [
    { label: 'Open', icon: Layers, onSelect: () => void navigate(paths.workspace(workspace.id)) },
    {
      label: 'Edit Workspace',
      icon: Pencil,
      disabledReason: administerReason,
      onSelect: () => void navigate(paths.editWorkspace(workspace.id)),
    },
    {
      label: 'Manage Members',
      icon: UsersRound,
      disabledReason: disabledReasonIn('member.edit', workspace),
      onSelect: () => void navigate(paths.manageMembers(workspace.id)),
    },
    'divider',
    {
      label: 'Delete',
      removes: true,
      disabledReason: disabledReasonIn('workspace.delete', workspace),
      onSelect: () => setDeleting(workspace),
    },
  ]

  return (
    <>
      <PageHeader
        title="Workspace"
        lead={`${whose} A workspace keeps solutions, runs and members together.`}
        actions={
          <MainButton
            icon={Plus}
            disabledReason={administerReason}
            onClick={() => void navigate(paths.newWorkspace())}
          >
            New Workspace
          </MainButton>
        }
      />
      <ListTable<Workspace>
        list={list}
        name="Workspace"
        noun="workspace"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ display_name }) => display_name}
        searched="Search name or bucket"
        menu={menu}
        current={current?.id}
        panel={current && <MembersPanel workspace={current} onClose={closePanel} />}
      />
      {deleting && (
        <DeleteWorkspaceDialog
          workspace={deleting}
          onCancel={() => setDeleting(undefined)}
          onDeleted={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

const memberCountId = (id: string) => `members-of-${id}`

/** The number of members. A press lists them in a side panel. */
function MemberCount({ workspace }: { workspace: Workspace }) {
  const { id, display_name, member_count, first_members } = workspace
  const { search, change } = useAddress()
  const isShown = search.members === id
  return (
    <button
      type="button"
      id={memberCountId(id)}
      className={styles.count}
      aria-label={`${formatNumber(member_count)}, show the members of ${display_name}`}
      aria-expanded={isShown}
      title={first_members.map((member) => member.display_name).join(', ')}
      onClick={() => change({ members: isShown ? undefined : id }, { replace: true })}
    >
      {formatNumber(member_count)}
    </button>
  )
}

/** The number of tiers, with their names unless all are set. The tooltip shows their instance types. */
function resourcesCell({ execution_specs }: Workspace) {
  if (execution_specs.length === 0) return NOTHING
  const specs = inTierOrder(execution_specs)
  const isAll = specs.length === TIERS.length
  return (
    <CellLines
      first={countOf(specs.length, 'tier')}
      second={isAll ? '' : specs.map(({ name }) => tierLabels[name]).join(', ')}
      title={specs.map(({ name, instance }) => `${tierLabels[name]} ${instance}`).join(', ')}
    />
  )
}

const SHOWN = 50

function MembersPanel({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { id, display_name, member_count } = workspace
  const query = useQuery(q(listMembers, { params: { id }, query: { page_size: SHOWN, sort: 'username' } }))
  const navigate = useNavigate()
  const more = member_count - SHOWN
  return (
    <SidePanel
      title={`Members of ${display_name}`}
      id={id}
      trailing={formatNumber(member_count)}
      onClose={onClose}
      footer={
        <>
          <Link {...paths.workspace(id, { tab: 'members' })}>Workspace Detail</Link>
          <Button
            small
            icon={UsersRound}
            disabledReason={useDisabledReasonIn()('member.edit', workspace)}
            onClick={() => void navigate(paths.manageMembers(id))}
          >
            Manage Members
          </Button>
        </>
      }
    >
      {queryPlaceholder(query, 'members', { tall: true })}
      <ul>
        {query.data?.members.map(({ account_id, username, display_name: name, role }) => (
          <PersonItem key={account_id} name={username} sub={name}>
            <Tag>{roleLabels[role]}</Tag>
          </PersonItem>
        ))}
      </ul>
      {more > 0 && (
        <p className={classNames(layout.inset, text.small, text.muted)}>
          and {countOf(more, 'more', 'more')}
        </p>
      )}
    </SidePanel>
  )
}
