import type { AuditEvent } from '@podium/contract/calls/audit.ts'
import type { Instance } from '@podium/contract/calls/instances.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { History } from '../../audit/components/history.tsx'
import { instanceChanges } from '../form/instance-changes.ts'

/** The audit events of the instance, in the words of its form. */
export function HistoryTab({ instance: { id, workspace_id } }: { instance: Instance }) {
  return (
    <History
      of={{ workspace_id, object_id: id }}
      disabledReason={useDisabledReason('audit.read')}
      changesOf={editChanges}
    />
  )
}

/** The event holds each changed field as a whole, and null for a field that was or is empty. */
function editChanges({ action, before, after }: AuditEvent) {
  if (action !== 'instance.edit') return []
  return instanceChanges(withoutEmpty(before), withoutEmpty(after))
}

function withoutEmpty(fields: AuditEvent['before']): object {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null))
}
