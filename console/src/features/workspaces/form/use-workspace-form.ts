import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import {
  checkWorkspace,
  createWorkspace,
  editWorkspace,
  type Workspace,
} from '@podium/contract/calls/workspaces.ts'
import { labelsOf } from '@podium/contract/rules/fields.ts'
import { dashboardHashProblem, messages, workspaceNameProblem } from '@podium/contract/rules/rules.ts'
import { runSettings } from '@podium/contract/rules/run-settings.ts'
import { type ExecutionSpec, TIERS, tierLabels } from '@podium/contract/rules/tiers.ts'
import { workspaceDetails, workspaceFields } from '@podium/contract/rules/workspace-fields.ts'
import { useState } from 'react'
import { ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { startAnewIn } from '../../../navigation/start-anew.ts'
import { changesBetween } from '../../../record/changes-between.ts'
import { changedFields, fieldProblems, trimmed, typedFields } from '../../../record/field-values.ts'
import { useNameCheck } from '../../../record/name-check.tsx'
import { useRecordForm } from '../../../record/use-record-form.tsx'
import { refreshSession } from '../../../session/start.ts'
import { useSession, useSessionState } from '../../../session/use-session.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'
import type { InstanceType } from '../components/instance-types.ts'

/** The labels of a workspace's fields, by wire name. */
const NAMES = {
  name: 'Workspace Name',
  ...labelsOf(workspaceDetails),
  ...tierLabels,
  ...labelsOf(runSettings),
}

/** The fields as typed. A tier holds its instance type. */
type WorkspaceValues = Record<keyof typeof NAMES, string>

const EMPTY_WORKSPACE = Object.fromEntries(Object.keys(NAMES).map((field) => [field, ''])) as WorkspaceValues

export type WorkspaceForm = ReturnType<typeof useNewWorkspaceForm> | ReturnType<typeof useEditWorkspaceForm>

/** Creates a workspace and restarts the console in it. */
export function useNewWorkspaceForm() {
  const session = useSession()
  const nameCheck = useNameCheck(
    async (name) => (await call(checkWorkspace, { query: { name } })).duplicate,
    workspaceNameProblem,
  )
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
    question: ({ name, s3_bucket_name }) =>
      `Workspace ${name.trim().replace(/-ws$/, '')}, bucket ${s3_bucket_name.trim()}`,
    repeat: ({ name }) => `Create workspace ${name.trim()}`,
    save(values, { values: before }, send) {
      const [name, s3_bucket_name] = [values.name.trim(), values.s3_bucket_name.trim()]
      return send(createWorkspace, { body: { ...changedBody(before, values), name, s3_bucket_name } })
    },
    onSaved: (created) => startAnewIn({ ...created, role: 'MANAGER', member: true }, session),
  })
  return { ...form, offers, withDashboard, nameCheck }
}

/** Saves only changed fields. */
export function useEditWorkspaceForm(workspace: Workspace, onEdited: () => void) {
  const session = useSession()
  const { offers, withDashboard, ...rules } = useWorkspaceRules()
  const form = useRecordForm({
    ...rules,
    name: `Edit Workspace ${workspace.display_name}`,
    values: valuesOf(workspace),
    record: { revision: workspace.revision, valuesOf },
    changes: (before, values) => changesBetween(NAMES, before, trimmed(values)),
    mode: 'edit',
    repeat: () => `Save the changes of workspace ${workspace.display_name}`,
    async save(values, { values: before, revision }, send) {
      const body = { ...changedBody(before, values), revision }
      await send(editWorkspace, { query: { workspace_id: workspace.id }, body })
      void refreshSession(session)
    },
    onSaved: onEdited,
  })
  return { ...form, offers, withDashboard }
}

/** The rules shared by the forms of new and existing workspaces. */
function useWorkspaceRules() {
  // Without Grafana nothing is monitored, so the dashboard hash is not shown.
  const withDashboard = useSessionState().release.monitoring === 'grafana'
  /** the size of each instance type that was checked */
  const [offers, setOffers] = useState<Record<string, InstanceType>>({})

  function problems(values: WorkspaceValues): Messages<WorkspaceValues> {
    const typed = trimmed(values)
    return {
      ...fieldProblems(workspaceFields, typed),
      name: workspaceNameProblem(typed.name) ?? undefined,
      dashboard_hash: (withDashboard && dashboardHashProblem(typed.dashboard_hash)) || undefined,
    }
  }

  /** Checks the instance types with the server one by one, until one is invalid. */
  async function check(values: WorkspaceValues): Promise<Messages<WorkspaceValues>> {
    if (Object.values(problems(values)).some((message) => message !== undefined)) return {}
    for (const { name, instance } of executionSpecsOf(values)) {
      try {
        const type = await call(readInstanceType, {
          query: { instance_type: instance },
          showOnField: () => true,
        })
        setOffers((before) => ({ ...before, [instance]: type }))
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
    refusalByField: refusedFields,
    // A refused creation is reported in an alert, as the specification says.
    alertsRefusal: ({ status }: ApiError) => status === 409,
  }
}

function valuesOf(workspace: Workspace): WorkspaceValues {
  return {
    ...EMPTY_WORKSPACE,
    ...typedFields(workspaceFields, workspace),
    ...Object.fromEntries(workspace.execution_specs.map((spec) => [spec.name, spec.instance])),
    name: workspace.display_name,
  }
}

/** Returns the request body with changed fields only, so that no other field is overwritten. */
function changedBody(before: WorkspaceValues, values: WorkspaceValues) {
  const after = trimmed(values)
  return {
    ...changedFields(workspaceFields, before, after),
    ...(TIERS.some((tier) => after[tier] !== before[tier]) && { execution_specs: executionSpecsOf(after) }),
  }
}

/** Tiers without an instance type are left out. */
export function executionSpecsOf(values: WorkspaceValues): ExecutionSpec[] {
  return TIERS.map((name) => ({ name, instance: values[name].trim() })).filter(({ instance }) => instance)
}

/** Returns the refusal's messages by field; undefined if one of them belongs to no field. */
function refusedFields(error: ApiError, values: WorkspaceValues): Messages<WorkspaceValues> | undefined {
  const sentence = sentenceFor(error)
  if (error.status === 409) {
    if (sentence === messages.id_duplicate) return { name: sentence }
    return /\bbucket\b/i.test(sentence) ? { s3_bucket_name: sentence } : undefined
  }
  const specs = executionSpecsOf(values)
  const found = Object.entries(fieldMessages(error)).map(([name, message]) => {
    const at = /^execution_specs\.(\d+)/.exec(name)?.[1]
    return [specs[Number(at)]?.name ?? name, message] as const
  })
  if (found.length === 0 || found.some(([field]) => !Object.hasOwn(EMPTY_WORKSPACE, field))) return undefined
  return Object.fromEntries(found)
}
