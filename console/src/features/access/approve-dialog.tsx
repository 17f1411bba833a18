import { type AccessRequest, approveAccessRequest } from '@podium/contract/calls/access-requests.ts'
import { endOfDay } from '@podium/contract/rules/local-days.ts'
import type { WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { fieldMessages } from '../../api/api-error.ts'
import { timeZone } from '../../format/day.ts'
import { useChange } from '../../record/use-change.ts'
import layout from '../../theme/layout.module.css'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { SelectField } from '../../ui/form/select.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { roleOptions } from '../workspaces/components/role-options.ts'

type Values = { role: WorkspaceRole; until: string }

/** Makes the person who asked a member, with a role and perhaps a last day. */
export function ApproveDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const { id, username, workspace_name, workspace_id } = request
  const form = useFields<Values>({ role: request.role, until: '' }, () => ({}))
  const { change: approve, isBusy } = useChange<Values>({
    change: ({ role, until }, send) =>
      send(approveAccessRequest, {
        params: { id },
        query: { workspace_id: workspace_id ?? undefined },
        body: { role, ends_at: endOfDay(until) },
      }),
    tell: () => ({ snackbar: `${username} is a member of ${workspace_name}.` }),
    failed: 'The request was not approved.',
    isShownOnField: (error) => fieldMessages(error).ends_at !== undefined,
    onRefused(error) {
      const { ends_at } = fieldMessages(error)
      return ends_at !== undefined && !form.show({ until: ends_at })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      persistent
      title={`Let ${username} into ${workspace_name}?`}
      lead={request.reason}
      onClose={onClose}
      onSubmit={() => void approve(form.values)}
      submit="Approve"
      busy={isBusy}
    >
      <div ref={form.frame} className={layout.stackClose}>
        <SelectField {...form.field('role')} label="Role" options={roleOptions} />
        <DayField
          {...form.field('until')}
          label="Until"
          mark="optional"
          help={`Until the end of that day in ${timeZone()}. Leave it empty for no end date.`}
        />
      </div>
    </FormDialog>
  )
}
