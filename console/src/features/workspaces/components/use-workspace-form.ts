import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { type WorkspaceField, type WorkspaceValues, workspaceFields } from './workspace-form.ts'

export type WorkspaceForm = ReturnType<typeof useCheckedForm<WorkspaceValues, WorkspaceField>>

/**
 * The one form of a workspace, whichever door leads to it.
 * @param name under which what is typed is kept over a lost session
 */
export function useWorkspaceForm(name: string, first: WorkspaceValues) {
  const { release } = useSessionState()
  const kept = useKeptValues<WorkspaceValues>(name)
  const form = useCheckedForm<WorkspaceValues, WorkspaceField>(kept ?? first, workspaceFields)
  const isTyped = workspaceFields.some((field) => form.values[field] !== first[field])
  useKeptForm(name, isTyped ? form.values : undefined)
  return { form, isTyped, withDashboard: release.monitoring === 'grafana' }
}
