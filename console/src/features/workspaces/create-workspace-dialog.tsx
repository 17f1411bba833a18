import { countOf } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button, TextButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useConfirm } from '../../ui/dialog/use-confirm.ts'
import { useNewWorkspaceForm } from './form/use-workspace-form.ts'
import { WorkspaceFields } from './form/workspace-fields.tsx'

/** Shown while the installation has no workspace. There is no page to go back to, so Escape does nothing. */
export function CreateWorkspaceDialog({ onLogout }: { onLogout: () => void }) {
  const confirm = useConfirm()
  const form = useNewWorkspaceForm()
  const wrong = Object.keys(form.errors).length

  async function cancel() {
    const effect = form.isTyped
      ? 'You will be logged out, and what you typed is not saved.'
      : 'You will be logged out.'
    if (await confirm('return', effect, undefined, 'Logout')) logout()
  }

  function logout() {
    form.leaveFreely()
    onLogout()
  }

  return (
    <Dialog
      open
      width={1000}
      sealed
      title="Welcome, Create a Workspace!"
      lead="A workspace keeps solutions, runs and members together. You become its first Manager."
      onClose={() => void cancel()}
      onSubmit={() => void form.submit()}
      footer={
        <>
          <div className={classNames(layout.wrap, layout.grow)}>
            {wrong > 0 && (
              <span className={classNames(text.small, text.strong, text.crimson)} role="status">
                {countOf(wrong, 'field needs', 'fields need')} attention
              </span>
            )}
            <TextButton onClick={() => (form.isTyped ? void cancel() : logout())}>Logout</TextButton>
          </div>
          <Button onClick={() => void cancel()}>Cancel</Button>
          <Button kind="primary" type="submit" busy={form.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <WorkspaceFields form={form} />
    </Dialog>
  )
}
