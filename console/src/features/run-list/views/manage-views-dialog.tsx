import { deleteRunView } from '@podium/contract/calls/run-list.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { type RunView, seenBy } from './run-view.ts'

interface ManageViewsDialogProps {
  views: readonly RunView[]
  onEdit: (view: RunView) => void
  onClose: () => void
}

/** Lists the saved views. Their owners rename, share and delete them; managers may delete shared ones. */
export function ManageViewsDialog({ views, onEdit, onClose }: ManageViewsDialogProps) {
  const { id: workspace_id } = useWorkspace()
  const { remove } = useDeletion('view')
  // The permission that the server requires for deleting other people's views.
  const notManager = useDisabledReason('stream.delete')
  return (
    <Dialog open onClose={onClose} title="Manage views" footer={<Button onClick={onClose}>Close</Button>}>
      {views.length === 0 && <p className={text.muted}>No view is saved yet.</p>}
      <ul aria-label="Views" className={layout.stackTight}>
        {views.map((view) => (
          <li key={view.id} className={layout.between}>
            <span className={layout.grow}>
              <span className={classNames(text.line, text.strong)} title={view.name}>
                {view.name}
              </span>
              <span className={text.sub}>{seenBy(view)}</span>
            </span>
            <span className={layout.row}>
              <IconButton
                icon={Pencil}
                label={`Rename or share ${view.name}`}
                disabledReason={view.own ? undefined : 'Only the person who created it may do this.'}
                onClick={() => onEdit(view)}
              />
              <IconButton
                icon={Trash2}
                label={`Delete ${view.name}`}
                disabledReason={view.own ? undefined : notManager}
                onClick={() =>
                  void remove({
                    id: view.id,
                    name: view.name,
                    consequences: view.shared
                      ? `${view.name} is deleted for everyone in the workspace. No run is deleted.`
                      : `Only ${view.name} is deleted, no run.`,
                    remove: (send) =>
                      send(deleteRunView, { params: { id: view.id }, query: { workspace_id } }),
                  })
                }
              />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
