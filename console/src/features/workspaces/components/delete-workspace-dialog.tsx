import { checkWorkspaceDeletion, deleteWorkspace, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatNumber } from '../../../format/number.ts'
import { useChange } from '../../../record/use-change.ts'
import { refreshSession } from '../../../session/start.ts'
import { useSession } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { confirmWords } from '../../../ui/dialog/use-confirm.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'

interface DeleteWorkspaceDialogProps {
  workspace: Workspace
  onCancel: () => void
  onDeleted: () => void
}

const WORDS = {
  loading: 'Checking what would be deleted',
  failed: 'Podium could not check what would be deleted, so nothing can be deleted now',
}

/**
 * Says what is deleted with the workspace, and asks for its name. Without the answer of the check nothing can be
 * deleted. After the current workspace is deleted, the chooser opens.
 */
export function DeleteWorkspaceDialog({ workspace, onCancel, onDeleted }: DeleteWorkspaceDialogProps) {
  const { id, display_name } = workspace
  const check = useQuery({ ...q(checkWorkspaceDeletion, { params: { id } }), retry: false, gcTime: 0 })
  const [typed, setTyped] = useState('')
  const session = useSession()
  const { change: remove, isBusy } = useChange<void>({
    outcome: 'delete',
    change: (_, send) => send(deleteWorkspace, { params: { id } }),
    onDone: onDeleted,
    onReported: () => refreshSession(session),
    onRefused() {
      onCancel()
      return false
    },
  })
  const { prompt, yes } = confirmWords('delete')
  const { deletable, reasons, contains, bucket } = check.data ?? {}
  const reason = disabledReason()

  return (
    <FormDialog
      width={320}
      persistent
      role="alertdialog"
      title={prompt}
      lead={`Workspace ${display_name}, with everything in it. This cannot be undone.`}
      onClose={onCancel}
      onSubmit={() => void remove()}
      submit={yes}
      kind="danger"
      icon={Trash2}
      busy={isBusy}
      disabledReason={reason}
    >
      <div className={layout.stackClose}>
        {queryPlaceholder(check, WORDS, { rows: 3 })}
        {deletable === false && (
          <Note tone="bad" title="It cannot be deleted now.">
            {reasons?.join(' ')}
          </Note>
        )}
        {contains && (
          <>
            <DefinitionList
              items={[
                { term: 'Solutions', value: formatNumber(contains.solutions) },
                { term: 'Instances', value: formatNumber(contains.instances) },
                { term: 'Streams', value: formatNumber(contains.streams) },
                { term: 'Runs, with logs, artifacts and models', value: formatNumber(contains.runs) },
                { term: 'Data sets', value: formatNumber(contains.data_sets) },
                { term: 'Variables and secrets', value: formatNumber(contains.variables) },
                { term: 'Schedules', value: formatNumber(contains.schedules) },
                { term: 'Webhooks', value: formatNumber(contains.webhooks) },
                { term: 'Members who lose access', value: formatNumber(contains.members) },
                { term: 'Files', value: formatFileSize(contains.bytes) },
              ]}
            />
            <p className={classNames(text.small, text.muted)}>{bucket}</p>
          </>
        )}
        {deletable && (
          <TextField
            label={`Type ${display_name} to delete it`}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </div>
    </FormDialog>
  )

  function disabledReason(): string | undefined {
    if (reasons === undefined) return 'It is not known what would be deleted.'
    if (!deletable) return reasons.join(' ')
    return typed.trim() === display_name ? undefined : 'Type the name of the workspace first.'
  }
}
