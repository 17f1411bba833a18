import { readMemberSummary, type Workspace } from '@podium/contract/workspaces.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { lateTab } from '../../ui/lazy/late-tab.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { RecordPage } from './components/record-page.tsx'
import { recordQuery } from './components/workspace-record.ts'
import { OverviewTab } from './detail/overview-tab.tsx'
import { WorkspaceHeader } from './detail/workspace-header.tsx'
import { chosenTab, type WorkspaceTab } from './detail/workspace-search.ts'

// The overview stands before the code of the other tabs has come.
const MembersTab = lateTab(async () => (await import('./detail/members-tab.tsx')).MembersTab)
const UseTab = lateTab(async () => (await import('./detail/use-tab.tsx')).UseTab)
const HistoryTab = lateTab(async () => (await import('./detail/history-tab.tsx')).HistoryTab)

export async function load({ queries, params }: PageContext) {
  const id = params.id ?? ''
  await Promise.all([
    queries.prefetchQuery(recordQuery(id)),
    queries.prefetchQuery(q(readMemberSummary, { params: { id } })),
  ])
}

export function Page() {
  return (
    <RecordPage title="Workspace Detail">{(workspace) => <WorkspaceView workspace={workspace} />}</RecordPage>
  )
}

function WorkspaceView({ workspace }: { workspace: Workspace }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()

  function showTab(tab: WorkspaceTab) {
    // A list's page and search belong to the tab that is left.
    void navigate({
      to: '.',
      search: { tab: tab === 'overview' ? undefined : tab } as never,
      resetScroll: false,
    })
  }

  return (
    <>
      <WorkspaceHeader workspace={workspace} />
      <Tabs<WorkspaceTab>
        label={`Workspace ${workspace.display_name}`}
        value={chosenTab(search.tab)}
        onChange={showTab}
        tabs={[
          { value: 'overview', label: 'Overview', panel: <OverviewTab workspace={workspace} /> },
          {
            value: 'members',
            label: 'Members',
            count: workspace.member_count,
            panel: <MembersTab workspace={workspace} />,
          },
          { value: 'use', label: 'Limits and use', panel: <UseTab workspace={workspace} /> },
          { value: 'history', label: 'History', panel: <HistoryTab workspace={workspace} /> },
        ]}
      />
    </>
  )
}
