import { messages, workspaceNameProblem } from '@podium/contract/rules.ts'
import {
  checkWorkspace,
  createWorkspace,
  editWorkspace,
  type Workspace,
} from '@podium/contract/workspaces.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useNameCheck } from '../../../record/name-check.tsx'
import { useRecordForm } from '../../../record/use-record-form.tsx'
import { refreshSession } from '../../../session/start.ts'
import { useSession, useSessionState } from '../../../session/use-session.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'
import { checkInstanceTypes } from './instance-types.ts'
import {
  createWorkspaceBody,
  EMPTY_WORKSPACE,
  editWorkspaceBody,
  executionSpecsOf,
  refusedFields,
  valuesOf,
  type WorkspaceValues,
  workspaceChanges,
  workspaceProblems,
} from './workspace-values.ts'

export type NewWorkspaceForm = ReturnType<typeof useNewWorkspaceForm>
export type EditWorkspaceForm = ReturnType<typeof useEditWorkspaceForm>

/** Creates a workspace and makes it the current one. */
export function useNewWorkspaceForm(onCreated: () => void) {
  const session = useSession()
  const nameCheck = useNameCheck(isTaken, workspaceNameProblem)
  const { offers, withDashboard, ...rules } = useWorkspaceRules()
  const form = useRecordForm({
    ...rules,
    name: 'New Workspace',
    values: EMPTY_WORKSPACE,
    async check(values) {
      const verdict = nameCheck.verdictOf(values.name.trim())
      return verdict?.is === 'bad' ? { name: verdict.message } : rules.check(values)
    },
    mode: 'create',
    question: ({ name, s3_bucket_name }) => `Workspace ${name.trim()}, bucket ${s3_bucket_name.trim()}`,
    repeat: ({ name }) => `Create workspace ${name.trim()}`,
    save: (values, _, send) => send(createWorkspace, { body: createWorkspaceBody(values, withDashboard) }),
    onSaved(created) {
      session.addWorkspace({ ...created, role: 'MANAGER', member: true })
      onCreated()
    },
  })
  return { ...form, offers, withDashboard, nameCheck }
}

/** Saves only what was changed. */
export function useEditWorkspaceForm(workspace: Workspace, onEdited: () => void) {
  const session = useSession()
  const { offers, withDashboard, ...rules } = useWorkspaceRules()
  const form = useRecordForm({
    ...rules,
    name: `Edit Workspace ${workspace.display_name}`,
    values: valuesOf(workspace),
    record: { revision: workspace.revision, valuesOf },
    changes: workspaceChanges,
    mode: 'edit',
    repeat: () => `Save the changes of workspace ${workspace.display_name}`,
    async save(values, { values: before, revision }, send) {
      const body = { ...editWorkspaceBody(values, before), revision }
      await send(editWorkspace, { query: { workspace_id: workspace.id }, body })
      void refreshSession(session)
    },
    onSaved: onEdited,
  })
  return { ...form, offers, withDashboard }
}

/** What holds for every form of a workspace. The instance types are checked by the server, one after the other. */
function useWorkspaceRules() {
  const withDashboard = useSessionState().release.monitoring === 'grafana'
  /** what each checked instance type offers, in words */
  const [offers, setOffers] = useState<Record<string, string>>({})
  const problems = (values: WorkspaceValues) => workspaceProblems(values, withDashboard)

  async function check(values: WorkspaceValues): Promise<Messages<WorkspaceValues>> {
    if (Object.values(problems(values)).some((message) => message !== undefined)) return {}
    const checked = await checkInstanceTypes(executionSpecsOf(values))
    setOffers((before) => ({ ...before, ...checked.offers }))
    return checked.invalid ? { [checked.invalid]: messages.instance_type } : {}
  }

  return {
    withDashboard,
    offers,
    problems,
    check,
    placeRefusal: refusedFields,
    // The specification tells a workspace that cannot be created in an alert.
    alertsRefusal: ({ status }: { status: number }) => status === 409,
  }
}

async function isTaken(name: string): Promise<boolean> {
  const { duplicate } = await call(checkWorkspace, { query: { name } })
  return duplicate
}
