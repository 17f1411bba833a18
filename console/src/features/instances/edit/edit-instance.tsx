import type { InstanceDetail } from '@podium/contract/instances.ts'
import { readVersion, type VersionDetail } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { formatVersion } from '../../../format/version.ts'
import { useWhyNotFor } from '../../../session/use-caller.ts'
import { useRepeat } from '../../../session/use-kept-form.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ChangeList } from '../../../ui/form/change-list.tsx'
import { StaleNote } from '../../../ui/form/stale-note.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { instanceChanges } from '../form/instance-changes.ts'
import { InstanceForm } from '../form/instance-form.tsx'
import { SummaryAside } from '../form/summary-aside.tsx'
import { useOffered } from '../form/use-offered.ts'
import { useSaveInstance } from '../form/use-save-instance.tsx'
import { GoneNote } from './gone-note.tsx'
import { useEditForm } from './use-edit-form.ts'

const WORDS = { loading: 'Loading the version', failed: 'The version could not be read' }

/** The form of an instance there is: a draft is completed, anything else changed. */
export function EditInstance({ found }: { found: InstanceDetail }) {
  // What others change meanwhile must not move under the one who types.
  const [seen] = useState(found)
  const params = { id: seen.solution_id, n: seen.version_num }
  const version = useQuery(q(readVersion, { params }))
  return (
    <>
      <PageHeader
        title={seen.draft ? 'Complete Instance' : 'Edit Instance'}
        lead={`${seen.name}, on ${seen.solution_name} ${formatVersion(seen.version_num)}. Runs that have begun keep what they were given.`}
      />
      {version.data ? (
        <Form seen={seen} version={version.data} />
      ) : (
        insteadOf(version, WORDS, { rows: 8, tall: true })
      )}
    </>
  )
}

function Form({ seen, version }: { seen: InstanceDetail; version: VersionDetail }) {
  const offered = useOffered(seen.workspace_id)
  const edit = useEditForm(seen, version)
  const { form, verdict, base, changes, stale } = edit
  const [isGone, setGone] = useState(false)
  const mayNot = useWhyNotFor()('instance.edit', seen.created_by)
  const whyNot = isGone ? goneWords(seen) : mayNot
  const { save, saveDraft, busy } = useSaveInstance({
    workspace_id: seen.workspace_id,
    version,
    form,
    verdict,
    base,
    summary:
      changes.length > 0 ? <ChangeList stacked changes={changes} /> : `${form.name} can run from now on.`,
    onSaved: edit.close,
    onStale: edit.takeOver,
    onGone: () => setGone(true),
  })
  useRepeat(`Edit Instance ${seen.id}`, `Save instance ${form.name}`, save)
  const unchanged = changes.length === 0 && !base.draft ? 'Nothing is changed.' : undefined
  return (
    <InstanceForm
      label={seen.draft ? 'Complete Instance' : 'Edit Instance'}
      form={form}
      verdict={verdict}
      offered={offered}
      couplable={false}
      notice={
        isGone ? (
          <GoneNote sentence={goneWords(seen)} workspace={seen.workspace_id} />
        ) : (
          stale && (
            <StaleNote
              sentence={stale.sentence}
              at={stale.current.updated_at}
              changes={instanceChanges(seen, stale.current)}
            />
          )
        )
      }
      onSave={() => (whyNot ?? unchanged) === undefined && save()}
      buttons={
        <>
          <Button onClick={() => void edit.leave()}>Cancel</Button>
          {base.draft && (
            <Button busy={busy === 'draft'} reason={whyNot} onClick={saveDraft}>
              Save as draft
            </Button>
          )}
          <Button kind="primary" type="submit" busy={busy === 'save'} reason={whyNot ?? unchanged}>
            Save
          </Button>
        </>
      }
    >
      <SummaryAside
        form={form}
        solution={`${seen.solution_name} ${formatVersion(seen.version_num)}`}
        offered={offered}
        draftable={base.draft}
      />
    </InstanceForm>
  )
}

function goneWords({ name }: InstanceDetail): string {
  return `${name} was deleted in the meantime.`
}
