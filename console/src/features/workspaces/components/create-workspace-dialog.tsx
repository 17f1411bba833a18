import { readEngine } from '@podium/contract/system.ts'
import { isGpuTier, type Tier } from '@podium/contract/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useConfirm } from '../../../ui/use-confirm.ts'
import styles from './create-workspace-dialog.module.css'
import {
  CREATE_WORKSPACE_FORM,
  type CreateWorkspaceField,
  type CreateWorkspaceValues,
  createWorkspaceFields,
  EMPTY_WORKSPACE,
} from './create-workspace-form.ts'
import { InformationFields } from './information-fields.tsx'
import { ResourceFields } from './resource-fields.tsx'
import { useCreateWorkspace } from './use-create-workspace.ts'

interface CreateWorkspaceDialogProps {
  /** Cancel: agreed to where something was typed. */
  onCancel: () => void
  onCreated: () => void
  /** For the empty state, which has no page to go back to: Escape does nothing, and there is a way out. */
  onLogout?: () => void
}

export function CreateWorkspaceDialog({ onCancel, onCreated, onLogout }: CreateWorkspaceDialogProps) {
  const { release } = useSessionState()
  const confirm = useConfirm()
  const engine = useQuery(q(readEngine))
  const withDashboard = release.monitoring === 'grafana'
  const kept = useKeptValues<CreateWorkspaceValues>(CREATE_WORKSPACE_FORM)
  const form = useCheckedForm<CreateWorkspaceValues, CreateWorkspaceField>(
    kept ?? EMPTY_WORKSPACE,
    createWorkspaceFields,
  )
  const { values, errors, show } = form
  const isTyped = Object.values(values).some((text) => text !== '')
  useKeptForm(CREATE_WORKSPACE_FORM, isTyped ? values : undefined)
  const { create, isBusy, offers } = useCreateWorkspace({ withDashboard, show, onCreated })
  const faults = Object.keys(errors).length

  function placeholderFor(tier: Tier): string | undefined {
    if (engine.data?.largest.gpu === 0 && isGpuTier(tier)) return undefined
    return engine.data?.own_instance_type ?? 'instance type'
  }

  async function cancel() {
    const asks = isTyped || onLogout !== undefined
    if (!asks || (await confirm('return', isTyped ? 'What you typed is not saved.' : undefined))) onCancel()
  }

  return (
    <Dialog
      open
      width={1000}
      persistent
      sealed={onLogout !== undefined}
      title="Welcome, Create a Workspace!"
      lead="A workspace keeps solutions, runs and members together. You become its first Manager."
      onClose={() => void cancel()}
      onSubmit={() => void create(values)}
      footer={
        <>
          <div className={styles.aside}>
            {faults > 0 && (
              <span className={styles.faults} role="status">
                {faults} {faults === 1 ? 'field needs' : 'fields need'} attention
              </span>
            )}
            {onLogout && <TextButton onClick={onLogout}>Logout</TextButton>}
          </div>
          <Button onClick={() => void cancel()}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <InformationFields form={form} withDashboard={withDashboard} />
        <ResourceFields form={form} offers={offers} placeholderFor={placeholderFor} />
      </div>
    </Dialog>
  )
}
