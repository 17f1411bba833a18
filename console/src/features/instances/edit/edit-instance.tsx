import type { InstanceDetail } from '@podium/contract/instances.ts'
import { readVersion, type VersionDetail } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReasonFor } from '../../../session/use-caller.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { InstanceForm } from '../form/instance-form.tsx'
import { useInstanceForm } from '../form/use-instance-form.tsx'

const WORDS = { loading: 'Loading the version', failed: 'The version could not be read' }

/** The form of an existing instance: a draft is completed, anything else changed. */
export function EditInstance({ instance }: { instance: InstanceDetail }) {
  const { solution_id, solution_name, version_num } = instance
  const version = useQuery(q(readVersion, { params: { id: solution_id, n: version_num } }))
  const solution = `${solution_name} ${formatVersion(version_num)}`
  return (
    <>
      <PageHeader
        title={titleOf(instance)}
        lead={`${instance.name}, on ${solution}. Runs that have begun are not affected.`}
      />
      {version.data ? (
        <EditForm instance={instance} version={version.data} solution={solution} />
      ) : (
        queryPlaceholder(version, WORDS, { rows: 8, tall: true })
      )}
    </>
  )
}

interface EditFormProps {
  instance: InstanceDetail
  version: VersionDetail
  solution: string
}

function EditForm({ instance, version, solution }: EditFormProps) {
  const { id, name, workspace_id: ws } = instance
  const navigate = useNavigate()
  const notAllowed = useDisabledReasonFor()('instance.edit', instance.created_by)
  // Back must not lead to the form once more.
  const leave = () => void navigate({ ...paths.instance(id, { ws }), replace: true })
  const form = useInstanceForm({
    name: `Edit Instance ${id}`,
    workspace_id: ws,
    version,
    instance,
    isWithin: ({ edit }) => edit === '1',
    onSaved: leave,
  })
  const gone = form.isGone ? `${name} was deleted in the meantime.` : undefined
  return (
    <InstanceForm
      label={titleOf(instance)}
      form={form}
      workspace={ws}
      solution={solution}
      draftable={instance.draft}
      disabledReason={gone ?? notAllowed}
      notice={
        gone && (
          <Note tone="bad" live title={gone}>
            What you typed is still here to be copied. <Link {...paths.instances({ ws })}>All instances</Link>
          </Note>
        )
      }
      onCancel={leave}
    />
  )
}

function titleOf({ draft }: InstanceDetail): string {
  return draft ? 'Complete Instance' : 'Edit Instance'
}
