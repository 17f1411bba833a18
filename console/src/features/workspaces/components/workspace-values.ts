import {
  bucketNameProblem,
  dashboardHashProblem,
  edgeConductorProblem,
  messages,
  workspaceNameProblem,
} from '@podium/contract/rules.ts'
import { type ExecutionSpec, TIERS, tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { type ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { changesBetween } from '../../../record/changes-between.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'

/** The fields of a workspace under their names on the wire, as people read them. */
const NAMES = {
  name: 'Workspace Name',
  s3_bucket_name: 'Bucket Name',
  dashboard_hash: 'Dashboard Hash',
  edge_conductor_url: 'Edge Conductor URL',
  ...tierLabels,
}

/** The fields as typed; a tier holds its instance type. */
export type WorkspaceValues = Record<keyof typeof NAMES, string>

const EMPTY = Object.fromEntries(Object.keys(NAMES).map((field) => [field, '']))
export const EMPTY_WORKSPACE = EMPTY as WorkspaceValues

/** A workspace as its form shows it. */
export function valuesOf(workspace: Workspace): WorkspaceValues {
  const { display_name: name, s3_bucket_name, dashboard_hash, edge_conductor_url } = workspace
  const tiers = Object.fromEntries(workspace.execution_specs.map((spec) => [spec.name, spec.instance]))
  return { ...EMPTY_WORKSPACE, name, s3_bucket_name, dashboard_hash, edge_conductor_url, ...tiers }
}

/** @param withDashboard whether runs are monitored with Grafana, so that a dashboard hash is asked for */
export function workspaceProblems(
  values: WorkspaceValues,
  withDashboard: boolean,
): Messages<WorkspaceValues> {
  const { name, s3_bucket_name, dashboard_hash, edge_conductor_url } = trimmed(values)
  return {
    name: workspaceNameProblem(name) ?? undefined,
    s3_bucket_name: bucketNameProblem(s3_bucket_name) ?? undefined,
    dashboard_hash: (withDashboard && dashboardHashProblem(dashboard_hash)) || undefined,
    edge_conductor_url: edgeConductorProblem(edge_conductor_url) ?? undefined,
  }
}

/** What differs between two sets of values, field by field. */
export function workspaceChanges(before: WorkspaceValues, after: WorkspaceValues) {
  return changesBetween(NAMES, before, trimmed(after))
}

/** The part of a call's body that may be edited: only what was changed, so that nothing else is written over. */
export function changedFields(before: WorkspaceValues, values: WorkspaceValues) {
  const after = trimmed(values)
  const isChanged = (field: keyof WorkspaceValues) => after[field] !== before[field]
  const { s3_bucket_name, dashboard_hash, edge_conductor_url } = after
  return {
    ...(isChanged('s3_bucket_name') && { s3_bucket_name }),
    ...(isChanged('dashboard_hash') && { dashboard_hash }),
    ...(isChanged('edge_conductor_url') && { edge_conductor_url }),
    ...(TIERS.some(isChanged) && { execution_specs: executionSpecsOf(after) }),
  }
}

/** Tiers without an instance type are left out. */
export function executionSpecsOf(values: WorkspaceValues): ExecutionSpec[] {
  return TIERS.map((name) => ({ name, instance: values[name].trim() })).filter(({ instance }) => instance)
}

/** What the server refused of a name that is taken or of a tier, by field. */
export function refusedFields(
  error: ApiError,
  values: WorkspaceValues,
): Messages<WorkspaceValues> | undefined {
  const sentence = sentenceFor(error)
  if (error.status === 409) {
    if (sentence === messages.id_duplicate) return { name: sentence }
    return /\bbucket\b/i.test(sentence) ? { s3_bucket_name: sentence } : undefined
  }
  const specs = executionSpecsOf(values)
  const found = Object.entries(fieldMessages(error)).map(([name, message]) => {
    const at = /^execution_specs\.(\d+)/.exec(name)?.[1]
    return [at === undefined ? name : (specs[Number(at)]?.name ?? name), message] as const
  })
  if (found.length === 0 || found.some(([field]) => !Object.hasOwn(EMPTY_WORKSPACE, field))) return undefined
  return Object.fromEntries(found)
}

function trimmed(values: WorkspaceValues): WorkspaceValues {
  const texts = Object.entries(values).map(([field, typed]) => [field, typed.trim()])
  return Object.fromEntries(texts)
}
