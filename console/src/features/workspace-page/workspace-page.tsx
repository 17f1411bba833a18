import { readQuotas } from '@podium/contract/calls/quotas.ts'
import { readMemberSummary } from '@podium/contract/calls/workspace-use.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { Button } from '../../ui/button/button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyDialog, lazyTab } from '../../ui/lazy/lazy.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { roleLabel } from '../workspaces/components/role-label.ts'
import {
  useAdministerDisabledReason,
  useDisabledReasonIn,
} from '../workspaces/components/use-disabled-reason.ts'
import { loadWorkspace, WorkspaceRecord } from '../workspaces/components/workspace-record.tsx'
import { OverviewTab } from './overview-tab.tsx'

// The overview is shown before the code of the other tabs is loaded.
const MembersTab = lazyTab(async () => (await import('../members/components/members-tab.tsx')).MembersTab)
const AccessTab = lazyTab(async () => (await import('../access/components/access-tab.tsx')).AccessTab)
const SchedulesTab = lazyTab(
  async () => (await import('../schedules/components/schedules-tab.tsx')).SchedulesTab,
)
const UseTab = lazyTab(async () => (await import('../quotas/components/use-tab.tsx')).UseTab)
const StorageTab = lazyTab(async () => (await import('../storage/components/storage-tab.tsx')).StorageTab)
const VariablesTab = lazyTab(
  async () => (await import('../variables/components/variables-tab.tsx')).VariablesTab,
)
const NotificationsTab = lazyTab(
  async () => (await import('../webhooks/components/notifications-tab.tsx')).NotificationsTab,
)
const History = lazyTab(async () => (await import('../audit/components/history.tsx')).History)
const DeleteWorkspaceDialog = lazyDialog(
  async () => (await import('../workspaces/components/delete-workspace-dialog.tsx')).DeleteWorkspaceDialog,
)

const TABS = [
  'overview',
  'members',
  'access',
  'use',
  'storage',
  'variables',
  'schedules',
  'notifications',
  'history',
] as const
type Tab = (typeof TABS)[number]

export async function load(at: PageContext) {
  const ofId = { params: { id: at.params.id ?? '' } }
  await Promise.all([
    loadWorkspace(at),
    at.queries.prefetchQuery(q(readMemberSummary, ofId)),
    at.queries.prefetchQuery(q(readQuotas, ofId)),
  ])
}

export function Page() {
  return (
    <WorkspaceRecord title="Workspace Detail">
      {(workspace) => <WorkspaceView workspace={workspace} />}
    </WorkspaceRecord>
  )
}

function WorkspaceView({ workspace }: { workspace: Workspace }) {
  const { id, name, display_name, member_count } = workspace
  const { search, change } = useAddress()
  const navigate = useNavigate()
  const disabledReasonIn = useDisabledReasonIn()
  const editReason = useAdministerDisabledReason()
  const [isDeleting, setDeleting] = useState(false)

  function show(tab: Tab) {
    // The page number and search of a list belong to the tab that is left.
    const cleared = Object.fromEntries(Object.keys(search).map((key) => [key, undefined]))
    change({ ...cleared, tab: tab === 'overview' ? undefined : tab })
  }

  return (
    <>
      <PageHeader
        title={display_name}
        beside={<Tag>{roleLabel(workspace)}</Tag>}
        lead={
          <>
            Namespace <Mono>{name}</Mono>
          </>
        }
        actions={
          <>
            <Button
              icon={Pencil}
              disabledReason={editReason}
              onClick={() => void navigate(paths.editWorkspace(id))}
            >
              Edit Workspace
            </Button>
            <Button
              icon={UsersRound}
              disabledReason={disabledReasonIn('member.edit', workspace)}
              onClick={() => void navigate(paths.manageMembers(id))}
            >
              Manage Members
            </Button>
            <MoreMenu
              label="More actions"
              outline
              items={[
                {
                  label: 'Delete workspace',
                  removes: true,
                  disabledReason: disabledReasonIn('workspace.delete', workspace),
                  onSelect: () => setDeleting(true),
                },
              ]}
            />
          </>
        }
      />
      <Tabs<Tab>
        label={`Workspace ${display_name}`}
        value={TABS.find((tab) => tab === search.tab) ?? 'overview'}
        onChange={show}
        tabs={[
          { value: 'overview', label: 'Overview', panel: <OverviewTab workspace={workspace} /> },
          { value: 'members', label: 'Members', count: member_count, panel: <MembersTab id={id} /> },
          {
            value: 'access',
            label: 'Access',
            panel: (
              <AccessTab
                workspace={workspace}
                disabledReason={disabledReasonIn('workspace.access', workspace)}
              />
            ),
          },
          { value: 'use', label: 'Limits and use', panel: <UseTab workspace={workspace} /> },
          {
            value: 'storage',
            label: 'Storage',
            panel: (
              <StorageTab
                workspace={workspace}
                disabledReason={disabledReasonIn('retention.edit', workspace)}
              />
            ),
          },
          {
            value: 'variables',
            label: 'Variables',
            panel: (
              <VariablesTab
                workspace={workspace}
                disabledReason={disabledReasonIn('variable.edit', workspace)}
              />
            ),
          },
          {
            value: 'schedules',
            label: 'Schedules',
            panel: (
              <SchedulesTab workspaceId={id} disabledReason={disabledReasonIn('schedule.edit', workspace)} />
            ),
          },
          {
            value: 'notifications',
            label: 'Notifications',
            panel: (
              <NotificationsTab
                workspace={workspace}
                disabledReason={disabledReasonIn('webhook.read', workspace)}
              />
            ),
          },
          {
            value: 'history',
            label: 'History',
            panel: (
              <History
                of={{ workspace_id: id }}
                disabledReason={disabledReasonIn('audit.read', workspace)}
                note={<Link {...paths.audit({ workspace_id: id })}>Open in audit</Link>}
              />
            ),
          },
        ]}
      />
      {isDeleting && (
        <DeleteWorkspaceDialog
          workspace={workspace}
          onCancel={() => setDeleting(false)}
          onDeleted={() => void navigate({ ...paths.workspaces(), replace: true })}
        />
      )}
    </>
  )
}
