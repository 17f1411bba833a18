import type { InstanceDetail } from '@podium/contract/instances.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReasonFor } from '../../../session/use-caller.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { InstanceForm } from '../form/instance-form.tsx'
import { useInstanceForm } from '../form/use-instance-form.tsx'

const WORDS = { loading: 'Loading the version', failed: 'The version could not be read' }

/** The form of an existing instance: a draft is completed, anything else changed. */
export function EditInstance({ instance }: { instance: InstanceDetail }) {
  const { id, name, workspace_id: ws, solution_id, solution_name, version_num } = instance
  const navigate = useNavigate()
  const disabledReason = useDisabledReasonFor()('instance.edit', instance.created_by)
  const version = useQuery(q(readVersion, { params: { id: solution_id, n: version_num } }))
  const solution = `${solution_name} ${formatVersion(version_num)}`
  const form = useInstanceForm({ workspace_id: ws, solution, version: version.data, instance })
  const title = instance.draft ? 'Complete Instance' : 'Edit Instance'
  return (
    <>
      <PageHeader title={title} lead={`${name}, on ${solution}. Runs that have begun are not affected.`} />
      {version.data ? (
        <InstanceForm
          label={title}
          form={form}
          disabledReason={disabledReason}
          afterGone={
            <>
              What you typed is still here to be copied.{' '}
              <Link {...paths.instances({ ws })}>All instances</Link>
            </>
          }
          // Back must not lead to the form once more.
          onCancel={() => void navigate({ ...paths.instance(id, { ws }), replace: true })}
        />
      ) : (
        queryPlaceholder(version, WORDS, { rows: 8, tall: true })
      )}
    </>
  )
}
