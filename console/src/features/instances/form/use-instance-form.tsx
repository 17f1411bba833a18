import {
  checkInstance,
  createInstance,
  editInstance,
  type InstanceDetail,
} from '@podium/contract/instances.ts'
import { messages } from '@podium/contract/rules.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, fieldMessages } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { type NameCheck, useTypedNameCheck } from '../../../record/name-check.tsx'
import { readAgain, type Send } from '../../../record/use-change.ts'
import { type Base, useRecordForm } from '../../../record/use-record-form.tsx'
import { ChangeList } from '../../../ui/form/change-list.tsx'
import { instanceChanges } from './instance-changes.ts'
import { draftOf, EMPTY_DRAFT, type InstanceDraft, instanceBody, pipelineForms } from './instance-draft.ts'
import { instanceProblems, type Problems, placedMessages } from './instance-problems.ts'

interface InstanceFormOptions {
  /** Under this name what is typed is kept over a lost session. */
  name: string
  workspace_id: string
  /** undefined as long as none is chosen */
  version: VersionDetail | undefined
  /** the record that is edited; without it a new one is made */
  instance?: InstanceDetail
  /** of a new one: what it will run, such as 'vision v 4' */
  solution?: string
  isWithin?: (search: Record<string, unknown>) => boolean
  onSaved: (saved: InstanceDetail) => void
}

export type InstanceFormState = ReturnType<typeof useInstanceForm>

/** The form of an instance: a new one, a draft that is completed, or one that is edited. */
export function useInstanceForm(options: InstanceFormOptions) {
  const { name, workspace_id, version, instance, solution, isWithin, onSaved } = options
  const queries = useQueryClient()
  const [goneVersion, setGoneVersion] = useState<string>()
  const formsOf = (draft: InstanceDraft) => (version ? pipelineForms(draft, version) : [])
  const problemsOf = (draft: InstanceDraft, asDraft: boolean) =>
    instanceProblems(draft, formsOf(draft), asDraft)

  const saveAs =
    (asDraft: boolean) => async (draft: InstanceDraft, base: Base<InstanceDraft>, send: Send) => {
      if (!version) throw new Error('Select an AI solution first.')
      const body = instanceBody(draft, version, asDraft)
      if (instance)
        return send(editInstance, {
          params: { id: instance.id },
          body: { ...body, revision: base.revision },
        })
      const made = { ...body, solution_version_id: version.id, coupled: draft.coupled }
      return send(createInstance, { query: { workspace_id }, body: made })
    }

  const form = useRecordForm<InstanceDraft, InstanceDetail, InstanceDetail>({
    name,
    values: instance ? draftOf(instance) : EMPTY_DRAFT,
    problems: (draft) => problemsOf(draft, false),
    check: async (draft) =>
      nameCheck.verdictOf(draft.name.trim())?.is === 'bad' ? { name: messages.name_taken } : {},
    ...(instance &&
      version && {
        record: { revision: instance.revision, valuesOf: draftOf },
        changes: (before, after) => instanceChanges(shown(before, version), shown(after, version)),
      }),
    mode: instance && !instance.draft ? 'edit' : 'create',
    question: (draft, changes) => {
      if (!instance)
        return `${draft.name} on ${solution}, ${draft.coupled ? 'coupled to one stream' : 'decoupled'}.`
      return changes.length > 0 ? (
        <ChangeList stacked changes={changes} />
      ) : (
        `${draft.name} can run from now on.`
      )
    },
    save: saveAs(false),
    draft: { problems: (draft) => problemsOf(draft, true), save: saveAs(true) },
    placeRefusal: refusedFields,
    repeat: (draft) => `${instance ? 'Save' : 'Create'} instance ${draft.name}`,
    onGone() {
      setGoneVersion(version?.id)
      void readAgain(queries, ['solution'])
    },
    onSaved,
    ...(isWithin && { isWithin }),
  })
  const nameCheck: NameCheck = useTypedNameCheck({
    name: form.values.name,
    own: instance && form.before.name,
    query: (asked) => q(checkInstance, { query: { workspace_id, name: asked } }),
    isTaken: ({ duplicate }) => duplicate,
  })

  return {
    ...form,
    nameCheck,
    /** of the pipelines that the version has */
    forms: formsOf(form.values),
    /** whether the record, or the version it is made on, was deleted */
    isGone: version !== undefined && goneVersion === version.id,
  }
}

/** The values as the record will show them. */
function shown(draft: InstanceDraft, version: VersionDetail) {
  return instanceBody(draft, version, draft.saved?.draft ?? false)
}

function refusedFields(error: ApiError): Problems | undefined {
  if (error.status === 409 && error.message.startsWith('An instance named '))
    return { name: messages.name_taken }
  const placed = placedMessages(fieldMessages(error))
  return Object.keys(placed).length > 0 ? placed : undefined
}
