import type { Workspace } from '@podium/contract/workspaces.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useLeaveGuard } from '../../navigation/use-leave-guard.ts'
import { useRepeat } from '../../session/use-kept-form.ts'
import { StaleNote } from '../../ui/form/stale-note.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { changesBetween } from './components/field-words.ts'
import { RecordPage } from './components/record-page.tsx'
import { useWorkspaceForm } from './components/use-workspace-form.ts'
import { WorkspaceFields } from './components/workspace-fields.tsx'
import { valuesOf } from './components/workspace-form.ts'
import { recordQuery } from './components/workspace-record.ts'
import { useEditWorkspace } from './form/use-edit-workspace.tsx'
import { WorkspaceFormCard } from './form/workspace-form-card.tsx'

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(recordQuery(params.id ?? ''))
}

export function Page() {
  return (
    <RecordPage title="Edit Workspace">
      {(workspace) => <EditForm key={workspace.id} found={workspace} />}
    </RecordPage>
  )
}

function EditForm({ found }: { found: Workspace }) {
  // What others change meanwhile must not move under the one who types.
  const [workspace] = useState(found)
  const { id, display_name } = workspace
  const navigate = useNavigate()
  const name = `Edit Workspace ${display_name}`
  const { form, isTyped, withDashboard } = useWorkspaceForm(name, valuesOf(workspace))
  const leave = () => void navigate(paths.workspace(id))
  const leaveFreely = useLeaveGuard(isTyped, 'What you typed is not saved.')
  const { save, isBusy, offers, stale, before } = useEditWorkspace({
    workspace,
    form,
    withDashboard,
    onEdited() {
      leaveFreely()
      leave()
    },
  })
  useRepeat(name, `Save the changes of workspace ${display_name}`, () => save(form.values, true))
  const changes = changesBetween(before, form.values)
  return (
    <>
      <PageHeader
        title="Edit Workspace"
        lead={`${display_name}: what its runs get, and where its files are.`}
      />
      <WorkspaceFormCard
        label="Edit Workspace"
        form={form}
        busy={isBusy}
        reason={changes.length === 0 ? 'Nothing is changed.' : undefined}
        onSave={() => void save(form.values)}
        onLeave={leave}
      >
        {stale && (
          <StaleNote
            sentence={stale.sentence}
            at={stale.current.updated_at}
            changes={changesBetween(valuesOf(workspace), valuesOf(stale.current))}
          />
        )}
        <WorkspaceFields form={form} withDashboard={withDashboard} offers={offers} named />
      </WorkspaceFormCard>
    </>
  )
}
