import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { startAnew } from '../../navigation/start-anew.ts'
import { useLeaveGuard } from '../../navigation/use-leave-guard.ts'
import { useRepeat } from '../../session/use-kept-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useCreateWorkspace } from './components/use-create-workspace.ts'
import { useWorkspaceForm } from './components/use-workspace-form.ts'
import { WorkspaceFields } from './components/workspace-fields.tsx'
import { EMPTY_WORKSPACE } from './components/workspace-form.ts'
import { WorkspaceFormCard } from './form/workspace-form-card.tsx'

const FORM = 'New Workspace'

export function Page() {
  const navigate = useNavigate()
  const { form, isTyped, withDashboard } = useWorkspaceForm(FORM, EMPTY_WORKSPACE)
  const leaveFreely = useLeaveGuard(isTyped, 'What you typed is not saved.')
  const { save, isBusy, offers } = useCreateWorkspace({
    withDashboard,
    show: form.show,
    onCreated() {
      leaveFreely()
      startAnew()
    },
  })
  useRepeat(FORM, `Create workspace ${form.values.name.trim()}`, () => save(form.values, true))
  return (
    <>
      <PageHeader
        title="New Workspace"
        lead="A workspace keeps solutions, runs and members together. You become its first Manager."
      />
      <WorkspaceFormCard
        label="New Workspace"
        form={form}
        busy={isBusy}
        onSave={() => void save(form.values)}
        onLeave={() => void navigate(paths.workspaces())}
      >
        <WorkspaceFields form={form} withDashboard={withDashboard} offers={offers} />
      </WorkspaceFormCard>
    </>
  )
}
