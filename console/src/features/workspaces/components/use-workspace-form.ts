import { messages, workspaceNameProblem } from '@podium/contract/rules.ts'
import {
  checkWorkspace,
  createWorkspace,
  editWorkspace,
  readInstanceType,
  type Workspace,
} from '@podium/contract/workspaces.ts'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useNameCheck } from '../../../record/name-check.tsx'
import { useRecordForm } from '../../../record/use-record-form.tsx'
import { refreshSession } from '../../../session/start.ts'
import { useSession, useSessionState } from '../../../session/use-session.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'
import { offerOf } from './instance-types.ts'
import {
  changedFields,
  EMPTY_WORKSPACE,
  executionSpecsOf,
  refusedFields,
  valuesOf,
  type WorkspaceValues,
  workspaceChanges,
  workspaceProblems,
} from './workspace-values.ts'

export type WorkspaceForm = ReturnType<typeof useNewWorkspaceForm> | ReturnType<typeof useEditWorkspaceForm>

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
    save(values, { values: before }, send) {
      const [name, s3_bucket_name] = [values.name.trim(), values.s3_bucket_name.trim()]
      return send(createWorkspace, { body: { ...changedFields(before, values), name, s3_bucket_name } })
    },
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
      const body = { ...changedFields(before, values), revision }
      await send(editWorkspace, { query: { workspace_id: workspace.id }, body })
      void refreshSession(session)
    },
    onSaved: onEdited,
  })
  return { ...form, offers, withDashboard }
}

/** What holds for every form of a workspace. */
function useWorkspaceRules() {
  const withDashboard = useSessionState().release.monitoring === 'grafana'
  /** what each checked instance type offers, in words */
  const [offers, setOffers] = useState<Record<string, string>>({})
  const problems = (values: WorkspaceValues) => workspaceProblems(values, withDashboard)

  /** Asks the server for one instance type after the other, until one is invalid. */
  async function check(values: WorkspaceValues): Promise<Messages<WorkspaceValues>> {
    if (Object.values(problems(values)).some((message) => message !== undefined)) return {}
    for (const { name, instance } of executionSpecsOf(values)) {
      try {
        const type = await call(readInstanceType, { query: { instance_type: instance }, place: () => true })
        setOffers((before) => ({ ...before, [instance]: offerOf(type) }))
      } catch (error) {
        if (error instanceof ApiError && [404, 422].includes(error.status))
          return { [name]: messages.instance_type }
        throw error
      }
    }
    return {}
  }

  return {
    withDashboard,
    offers,
    problems,
    check,
    placeRefusal: refusedFields,
    // The specification tells a workspace that cannot be created in an alert.
    alertsRefusal: ({ status }: ApiError) => status === 409,
  }
}

async function isTaken(name: string): Promise<boolean> {
  return (await call(checkWorkspace, { query: { name } })).duplicate
}
