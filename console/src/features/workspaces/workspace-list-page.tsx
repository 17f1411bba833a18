import type { Workspace } from '@podium/contract/workspaces.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { insteadOf } from '../../api/query-instead.tsx'
import { ListFoot } from '../../navigation/list-foot.tsx'
import { readListQuery, useListState } from '../../navigation/list-state.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { ListSearch } from '../../record/list-search.tsx'
import { useAccount } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { lateDialog } from '../../ui/dialog/late-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Toolbar } from '../../ui/table/toolbar.tsx'
import { useWhyNotAdminister } from './components/use-why-not-in.ts'
import { memberCountId } from './list/member-count.tsx'
import { MembersPanel } from './list/members-panel.tsx'
import { NoWorkspaces } from './list/no-workspaces.tsx'
import { useShownMembers } from './list/use-shown-members.ts'
import { useWorkspaceMenu } from './list/use-workspace-menu.ts'
import { workspaceColumns } from './list/workspace-columns.tsx'
import { WORKSPACE_RULES, workspaceQuery } from './list/workspace-query.ts'
import styles from './workspace-list-page.module.css'

const DeleteWorkspaceDialog = lateDialog(
  async () => (await import('./components/delete-workspace-dialog.tsx')).DeleteWorkspaceDialog,
)

const WORDS = { loading: 'Loading workspaces', failed: 'The workspaces could not be read' }

export function load({ queries, search }: PageContext) {
  return queries.prefetchQuery(workspaceQuery(readListQuery(search, WORKSPACE_RULES)))
}

export function Page() {
  const list = useListState(WORKSPACE_RULES)
  const { role } = useAccount()
  const navigate = useNavigate()
  const whyNot = useWhyNotAdminister('workspace.create')
  const { shown, hide } = useShownMembers()
  const [leaving, setLeaving] = useState<Workspace>()
  const menu = useWorkspaceMenu(setLeaving)
  const query = useQuery({ ...workspaceQuery(list.query), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  const current = data?.workspaces.find(({ id }) => id === shown)

  function closePanel() {
    document.getElementById(memberCountId(shown ?? ''))?.focus()
    hide()
  }

  return (
    <>
      <PageHeader
        title="Workspace"
        lead={
          role === 'ADMIN'
            ? 'Every workspace of this installation. A workspace keeps solutions, runs and members together.'
            : 'The workspaces you belong to. A workspace keeps solutions, runs and members together.'
        }
        actions={
          <Button
            kind="primary"
            icon={Plus}
            reason={whyNot}
            onClick={() => void navigate(paths.newWorkspace())}
          >
            New Workspace
          </Button>
        }
      />
      <Toolbar
        search={
          <ListSearch
            label="Search workspaces"
            placeholder="Search name or bucket"
            text={list.query.q}
            onSearch={list.setSearch}
          />
        }
      />
      <div className={classNames(current && styles.beside)}>
        <DataTable<Workspace>
          name="Workspace"
          tall
          columns={workspaceColumns}
          rows={data?.workspaces}
          rowId={(row) => row.id}
          rowName={(row) => row.display_name}
          menu={menu}
          current={current?.id}
          sort={list.sort}
          onSort={list.setSort}
          stale={isPlaceholderData}
          instead={insteadOf(query, WORDS, { tall: true }) ?? <NoWorkspaces found={data} list={list} />}
          foot={<ListFoot list={list} total={data?.total} noun="workspace" />}
        />
        {current && <MembersPanel workspace={current} onClose={closePanel} />}
      </div>
      {leaving && (
        <Suspense>
          <DeleteWorkspaceDialog
            workspace={leaving}
            onCancel={() => setLeaving(undefined)}
            onDeleted={() => setLeaving(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
