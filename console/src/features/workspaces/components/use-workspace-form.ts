import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { useNameCheck } from './use-name-check.ts'
import {
  type Messages,
  type WorkspaceField,
  type WorkspaceValues,
  workspaceFields,
  workspaceProblems,
} from './workspace-form.ts'

export type WorkspaceForm = ReturnType<typeof useWorkspaceForm>['form']

/**
 * The one form of a workspace, whichever door leads to it.
 * @param name under which what is typed is kept over a lost session
 */
export function useWorkspaceForm(name: string, first: WorkspaceValues) {
  const withDashboard = useSessionState().release.monitoring === 'grafana'
  const kept = useKeptValues<WorkspaceValues>(name)
  const fields = useCheckedForm<WorkspaceValues, WorkspaceField>(kept ?? first, workspaceFields, (typed) =>
    workspaceProblems(typed, withDashboard),
  )
  const nameCheck = useNameCheck()
  const { verdict } = nameCheck
  const isTyped = workspaceFields.some((field) => fields.values[field] !== first[field])
  useKeptForm(name, isTyped ? fields.values : undefined)

  /** A name that is known to be bad stays so until it is edited. */
  function show(problems: Messages): boolean {
    return fields.show(verdict?.is === 'bad' ? { name: verdict.message, ...problems } : problems)
  }

  return { form: { ...fields, show, nameCheck }, isTyped, withDashboard }
}
