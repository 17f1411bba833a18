import { saveRunView } from '@podium/contract/calls/run-list.ts'
import { useState } from 'react'
import { useChange } from '../../../record/use-change.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { RunView } from './run-view.ts'

interface ViewDialogProps {
  /** the view to rename or share; without one, a new view is saved */
  edited?: RunView
  address: string
  views: readonly RunView[]
  onClose: () => void
}

/** The dialog for the name of a view and whether it is shared. */
export function ViewDialog({ edited, address, views, onClose }: ViewDialogProps) {
  const { id: workspace_id } = useWorkspace()
  const [typed, setTyped] = useState(edited?.name ?? '')
  const [shared, setShared] = useState(edited?.shared ?? false)
  const name = typed.trim()
  const taken = views.find(
    (view) => view.own && view.id !== edited?.id && view.name.toLowerCase() === name.toLowerCase(),
  )
  const isTaken = taken !== undefined && edited !== undefined
  const disabledReason = name === '' ? 'Write a name first.' : isTaken ? 'Choose another name.' : undefined
  const { change, isBusy } = useChange<void>({
    change: async (_, send) => {
      const body = { name, address, shared, ...(edited && { replaces: edited.id }) }
      await send(saveRunView, { query: { workspace_id }, body })
    },
    failed: 'The view was not saved.',
    tell: () => ({ snackbar: `The view ${name} is saved.` }),
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={edited ? `Edit view ${edited.name}` : 'Save this view'}
      lead={edited ? undefined : 'A view keeps the filters, the columns and the order of the list.'}
      onSubmit={() => void change()}
      submit={taken && !edited ? 'Replace' : 'Save'}
      busy={isBusy}
      disabledReason={disabledReason}
    >
      <div className={layout.stackClose}>
        <TextField
          label="Name"
          maxLength={50}
          value={typed}
          error={isTaken ? 'You already have a view with this name.' : undefined}
          help={taken && !edited ? 'You already have a view with this name. It will be replaced.' : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Checkbox
          label="Share it with everyone in the workspace"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      </div>
    </FormDialog>
  )
}
