import {
  checkInstance,
  createInstance,
  editInstance,
  type InstanceDetail,
} from '@podium/contract/calls/instances.ts'
import { readVersion } from '@podium/contract/calls/solutions.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { type NameCheck, useTypedNameCheck } from '../../../record/name-check.tsx'
import { readAgain, type Send } from '../../../record/use-change.ts'
import { type Base, useRecordForm } from '../../../record/use-record-form.tsx'
import { ChangeList } from '../../../ui/form/change-list.tsx'
import { instanceChanges } from './instance-changes.ts'
import { draftOf, type InstanceDraft, instanceBody, pipelineForms } from './instance-draft.ts'
import { instanceProblems, refusedFields } from './instance-problems.ts'

interface InstanceFormOptions {
  workspace_id: string
  /** the solution and the version number; undefined until one is chosen */
  chosen: { id: string; n: number } | undefined
  /** the record to edit; without it a new one is made */
  instance?: InstanceDetail
}

export type InstanceFormState = ReturnType<typeof useInstanceForm>

/** The form of an instance: a new one, a draft to complete, or an existing one. */
export function useInstanceForm({ workspace_id, chosen, instance }: InstanceFormOptions) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [goneVersion, setGoneVersion] = useState<string>()
  const params = chosen ?? { id: '', n: 0 }
  const versionQuery = useQuery({ ...q(readVersion, { params }), enabled: chosen !== undefined })
  const { data: version } = versionQuery
  const name = instance?.solution_name ?? String(version?.metadata_json.name ?? '')
  const solution = `${name} ${formatVersion(params.n)}`
  const formsOf = (draft: InstanceDraft) => (version ? pipelineForms(draft, version) : [])
  /** The values as the record will store them. */
  const shown = (draft: InstanceDraft) =>
    version ? instanceBody(draft, version, draft.saved?.draft ?? false) : {}

  const saveAs =
    (asDraft: boolean) =>
    async (draft: InstanceDraft, { revision }: Base<InstanceDraft>, send: Send) => {
      if (!version) throw new Error('Select an AI solution first.')
      const body = instanceBody(draft, version, asDraft)
      if (instance) return send(editInstance, { params: { id: instance.id }, body: { ...body, revision } })
      const made = { ...body, solution_version_id: version.id, coupled: draft.coupled }
      return send(createInstance, { query: { workspace_id }, body: made })
    }

  const form = useRecordForm<InstanceDraft, InstanceDetail, InstanceDetail>({
    name: instance ? `Edit Instance ${instance.id}` : 'New Instance',
    values: draftOf(instance),
    problems: (draft) => instanceProblems(draft, formsOf(draft), false),
    check: async (draft) =>
      nameCheck.verdictOf(draft.name.trim())?.is === 'bad' ? { name: messages.name_taken } : {},
    ...(instance && {
      record: { revision: instance.revision, valuesOf: draftOf },
      changes: (before, after) => instanceChanges(shown(before), shown(after)),
      isWithin: ({ edit }) => edit === '1',
    }),
    mode: instance && !instance.draft ? 'edit' : 'create',
    question: (draft, changes) => {
      if (!instance)
        return `${draft.name} on ${solution}, ${draft.coupled ? 'coupled to one stream' : 'decoupled'}.`
      if (changes.length === 0) return `${draft.name} can run from now on.`
      return <ChangeList stacked changes={changes} />
    },
    save: saveAs(false),
    draft: { problems: (draft) => instanceProblems(draft, formsOf(draft), true), save: saveAs(true) },
    refusalByField: (error, { name }) => refusedFields(error, 'INSTANCE.NAME.TAKEN', name),
    ...(version && { repeat: ({ name }) => `${instance ? 'Save' : 'Create'} instance ${name}` }),
    onGone() {
      setGoneVersion(version?.id)
      void readAgain(queries, ['solution'])
    },
    // Replaces the history entry, so that Back does not lead to the form.
    onSaved: ({ id }) => void navigate({ ...paths.instance(id, { ws: workspace_id }), replace: true }),
  })
  const nameCheck: NameCheck = useTypedNameCheck({
    name: form.values.name,
    own: instance && form.before.name,
    query: (name) => q(checkInstance, { query: { workspace_id, name } }),
    isTaken: ({ duplicate }) => duplicate,
  })

  return {
    ...form,
    workspace_id,
    instance,
    versionQuery,
    /** the solution version, such as 'vision v 4' */
    solution,
    nameCheck,
    /** the forms of the version's pipelines */
    forms: formsOf(form.values),
    /** whether the record, or the version it is based on, was deleted */
    isGone: version !== undefined && goneVersion === version.id,
  }
}
