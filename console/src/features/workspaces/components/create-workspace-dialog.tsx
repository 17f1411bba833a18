import { countOf } from '../../../format/number.ts'
import { useRepeat } from '../../../session/use-kept-form.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { useCreateWorkspace } from './use-create-workspace.ts'
import { useWorkspaceForm } from './use-workspace-form.ts'
import { WorkspaceFields } from './workspace-fields.tsx'
import styles from './workspace-form.module.css'
import { EMPTY_WORKSPACE } from './workspace-form.ts'

const FORM = 'New Workspace'

interface CreateWorkspaceDialogProps {
  onCreated: () => void
  onLogout: () => void
}

/** For an installation without a workspace: there is no page to go back to, so Escape does nothing. */
export function CreateWorkspaceDialog({ onCreated, onLogout }: CreateWorkspaceDialogProps) {
  const confirm = useConfirm()
  const { form, isTyped, withDashboard } = useWorkspaceForm(FORM, EMPTY_WORKSPACE)
  const { save, isBusy, offers } = useCreateWorkspace({ withDashboard, show: form.show, onCreated })
  useRepeat(FORM, `Create workspace ${form.values.name.trim()}`, () => save(form.values, true))
  const faults = Object.keys(form.errors).length

  /** There is nowhere to return to but the login, so the question says that. */
  async function cancel() {
    const effect = isTyped
      ? 'You will be logged out, and what you typed is not saved.'
      : 'You will be logged out.'
    if (await confirm('return', effect, undefined, 'Logout')) onLogout()
  }

  return (
    <Dialog
      open
      width={1000}
      persistent
      sealed
      title="Welcome, Create a Workspace!"
      lead="A workspace keeps solutions, runs and members together. You become its first Manager."
      onClose={() => void cancel()}
      onSubmit={() => void save(form.values)}
      footer={
        <>
          <div className={styles.aside}>
            {faults > 0 && (
              <span className={styles.faults} role="status">
                {countOf(faults, 'field needs', 'fields need')} attention
              </span>
            )}
            <TextButton onClick={() => (isTyped ? void cancel() : onLogout())}>Logout</TextButton>
          </div>
          <Button onClick={() => void cancel()}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <WorkspaceFields form={form} withDashboard={withDashboard} offers={offers} />
    </Dialog>
  )
}
