import { ASKED_ROLES, askForAccess, type OwnAccessRequest } from '@podium/contract/calls/access-requests.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { limits, messages, workspaceNameProblem } from '@podium/contract/rules/rules.ts'
import { ApiError, fieldMessages, sentenceFor } from '../../api/api-error.ts'
import { useChange } from '../../record/use-change.ts'
import { useSavedForm, useSavedValues } from '../../session/use-saved-form.ts'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useConfirm } from '../../ui/dialog/use-confirm.ts'
import { SelectField } from '../../ui/form/select.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx'
import { type Messages, useFields } from '../../ui/form/use-fields.ts'
import { OwnRequests, useOwnRequests } from './own-requests.tsx'

type Values = { workspace_name: string; role: OwnAccessRequest['role']; reason: string }

const FORM = 'Ask for access'
const EMPTY: Values = { workspace_name: '', role: 'MEMBER', reason: '' }
const ROLES = ASKED_ROLES.map((value) => ({ value, label: roleLabels[value] }))

function problems({ workspace_name, reason }: Values): Messages<Values> {
  return {
    workspace_name: workspaceNameProblem(workspace_name.trim()) ?? undefined,
    reason: reason.trim() === '' ? messages.fill_out : undefined,
  }
}

/** Asks the managers of a workspace for access. People outside are not told whether the workspace exists. */
export function AskForAccessDialog({ onClose }: { onClose: () => void }) {
  const confirm = useConfirm()
  const requests = useOwnRequests()
  const form = useFields<Values>(EMPTY, problems, useSavedValues<Values>(FORM))
  useSavedForm(FORM, form.isTyped ? form.values : undefined)
  const { change: ask, isBusy } = useChange<Values, OwnAccessRequest>({
    change: (body, send) => send(askForAccess, { body }),
    tell: ({ workspace_name }) => ({ snackbar: `You have asked for access to ${workspace_name}.` }),
    onDone: () => form.fill(EMPTY),
    isShownOnField: () => true,
    onRefused(error) {
      const found: Messages<Values> = fieldMessages(error)
      const isRefusal = error instanceof ApiError && error.status === 409
      return !form.show(isRefusal ? { workspace_name: sentenceFor(error) } : found)
    },
  })

  async function close() {
    if (!form.isTyped || (await confirm('return', 'What you typed is not saved.'))) onClose()
  }

  return (
    <Dialog
      open
      persistent
      title="Ask for access"
      lead="Its managers and the administrators see your request and decide."
      onClose={() => void close()}
      onSubmit={() => {
        if (form.show(problems(form.values))) void ask(form.values)
      }}
      footer={
        <>
          <Button onClick={() => void close()}>Close</Button>
          <span className={layout.grow} />
          <Button kind="primary" type="submit" busy={isBusy}>
            Ask for access
          </Button>
        </>
      }
    >
      <div ref={form.frame} className={layout.stackClose}>
        <TextField
          {...form.field('workspace_name')}
          label="Workspace name"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.workspace_name}
          help="Ask a colleague for the name. Podium does not list workspaces that you are not a member of."
        />
        <SelectField {...form.field('role')} label="Role" options={ROLES} />
        <TextAreaField
          {...form.field('reason')}
          label="Reason"
          maxLength={limits.access_reason}
          help="Say what you want to do there, and for how long."
        />
        <OwnRequests requests={requests} />
      </div>
    </Dialog>
  )
}
