import { type AccessRequest, declineAccessRequest } from '@podium/contract/calls/access-requests.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import { useChange } from '../../record/use-change.ts'
import layout from '../../theme/layout.module.css'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextAreaField } from '../../ui/form/text-field.tsx'
import { type Messages, useFields } from '../../ui/form/use-fields.ts'

type Values = { answer: string }

interface DecisionProps {
  request: AccessRequest
  /** the workspace whose requests the page shows; undefined for all */
  within: string | undefined
  onClose: () => void
}

const problems = ({ answer }: Values): Messages<Values> =>
  answer.trim() === '' ? { answer: messages.fill_out } : {}

/** Declines a request with a sentence that the person reads. */
export function DeclineDialog({ request, within, onClose }: DecisionProps) {
  const { id, username, workspace_name } = request
  const form = useFields<Values>({ answer: '' }, problems)
  const { change: decline, isBusy } = useChange<Values>({
    change: (body, send) =>
      send(declineAccessRequest, { params: { id }, query: { workspace_id: within }, body }),
    tell: () => ({ snackbar: `You declined the request of ${username}.` }),
    failed: 'The request was not declined.',
    onDone: onClose,
  })
  return (
    <FormDialog
      persistent
      title={`Decline the request of ${username}?`}
      lead={`For ${workspace_name}: ${request.reason}`}
      onClose={onClose}
      onSubmit={() => {
        if (form.show(problems(form.values))) void decline(form.values)
      }}
      submit="Decline"
      kind="danger"
      busy={isBusy}
    >
      <div ref={form.frame} className={layout.stackClose}>
        <TextAreaField
          {...form.field('answer')}
          label="Answer"
          maxLength={limits.access_reason}
          help={`${username} sees it with the request.`}
        />
      </div>
    </FormDialog>
  )
}
