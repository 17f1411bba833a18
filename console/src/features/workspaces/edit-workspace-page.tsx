import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { loadWorkspace, WorkspaceRecord } from './components/workspace-record.tsx'
import { useEditWorkspaceForm } from './form/use-workspace-form.ts'
import { WorkspaceFields } from './form/workspace-fields.tsx'
import styles from './form/workspace-form.module.css'

export const load = loadWorkspace

export function Page() {
  return (
    <WorkspaceRecord title="Edit Workspace">
      {(workspace) => <EditForm key={workspace.id} workspace={workspace} />}
    </WorkspaceRecord>
  )
}

function EditForm({ workspace }: { workspace: Workspace }) {
  const navigate = useNavigate()
  const leave = () => void navigate(paths.workspace(workspace.id))
  const form = useEditWorkspaceForm(workspace, leave)
  return (
    <>
      <PageHeader
        title="Edit Workspace"
        lead={`Resources and storage of ${workspace.display_name}. The name cannot be changed.`}
      />
      <div className={styles.form}>
        <RecordForm label="Edit Workspace" form={form} onCancel={leave}>
          <WorkspaceFields form={form} />
        </RecordForm>
      </div>
    </>
  )
}
