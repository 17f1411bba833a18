import { outcomes } from '@podium/contract/rules.ts'
import { editWorkspace, type Workspace } from '@podium/contract/workspaces.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordNow, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { refreshSession } from '../../../session/start.ts'
import { useSession } from '../../../session/use-session.ts'
import { ChangeList } from '../../../ui/form/change-list.tsx'
import { changesBetween } from '../components/field-words.ts'
import type { WorkspaceForm } from '../components/use-workspace-form.ts'
import { useWorkspaceSave } from '../components/use-workspace-save.ts'
import { editWorkspaceBody, valuesOf, workspaceFields } from '../components/workspace-form.ts'

/** The record that somebody else left meanwhile, and the sentence about it. */
interface Stale {
  sentence: string
  current: Workspace
}

interface EditWorkspaceOptions {
  /** as it was when the form opened */
  workspace: Workspace
  form: WorkspaceForm
  withDashboard: boolean
  onEdited: () => void
}

/**
 * Saves what was changed. Where somebody else was faster, the fields nobody touched here take their values, what was
 * typed stays, and the next save is made on their record.
 */
export function useEditWorkspace({ workspace, form, withDashboard, onEdited }: EditWorkspaceOptions) {
  const session = useSession()
  const queries = useQueryClient()
  const showFailure = useFailure()
  const [stale, setStale] = useState<Stale>()
  const base = stale?.current ?? workspace
  const before = valuesOf(base)
  const saving = useWorkspaceSave({
    mode: 'edit',
    withDashboard,
    show: form.show,
    summary: (values) => <ChangeList stacked changes={changesBetween(before, values)} />,
    send: (values, place) =>
      call(editWorkspace, {
        query: { workspace_id: base.id },
        body: { ...editWorkspaceBody(values, before), revision: base.revision },
        place,
      }),
    onSaved() {
      void queries.invalidateQueries()
      void refreshSession(session)
      onEdited()
    },
    async onRefused(error) {
      const current = recordNow<Workspace>(error)
      if (current) takeOver(current, sentenceFor(error))
      else await showFailure(outcomes.edit.failed, error)
      return true
    },
  })

  function takeOver(current: Workspace, sentence: string) {
    const theirs = valuesOf(current)
    const untouched = workspaceFields.filter((field) => form.values[field] === before[field])
    form.fill(Object.fromEntries(untouched.map((field) => [field, theirs[field]])))
    setStale({ sentence, current })
  }

  return { ...saving, stale, before }
}
