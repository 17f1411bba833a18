import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useNewWorkspaceForm } from './form/use-workspace-form.ts'
import { WorkspaceFields } from './form/workspace-fields.tsx'
import styles from './form/workspace-form.module.css'

export function Page() {
  const navigate = useNavigate()
  const form = useNewWorkspaceForm()
  return (
    <>
      <PageHeader
        title="New Workspace"
        lead="A workspace keeps solutions, runs and members together. You become its first Manager."
      />
      <div className={styles.form}>
        <RecordForm label="New Workspace" form={form} onCancel={() => void navigate(paths.workspaces())}>
          <WorkspaceFields form={form} />
        </RecordForm>
      </div>
    </>
  )
}
