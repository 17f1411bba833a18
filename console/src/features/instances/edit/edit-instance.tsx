import type { InstanceDetail } from '@podium/contract/calls/instances.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReasonFor } from '../../../session/use-caller.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { InstanceForm } from '../form/instance-form.tsx'
import { useInstanceForm } from '../form/use-instance-form.tsx'

/** The form of an existing instance. A draft is completed, any other instance is changed. */
export function EditInstance({ instance }: { instance: InstanceDetail }) {
  const { id, name, workspace_id: ws, solution_id, version_num, draft, created_by } = instance
  const navigate = useNavigate()
  const disabledReason = useDisabledReasonFor()('instance.edit', created_by)
  const chosen = { id: solution_id, n: version_num }
  const form = useInstanceForm({ workspace_id: ws, chosen, instance })
  const title = draft ? 'Complete Instance' : 'Edit Instance'
  return (
    <>
      <PageHeader
        title={title}
        lead={`${name}, on ${form.solution}. Runs that have started are not affected.`}
      />
      <InstanceForm
        label={title}
        form={form}
        disabledReason={disabledReason}
        afterGone={
          <>
            What you typed is still here, so you can copy it.{' '}
            <Link {...paths.instances({ ws })}>All instances</Link>
          </>
        }
        // Replaces the history entry, so that Back does not lead to the form.
        onCancel={() => void navigate({ ...paths.instance(id, { ws }), replace: true })}
      />
    </>
  )
}
