import {
  bucketNameProblem,
  dashboardHashProblem,
  edgeConductorProblem,
  messages,
  workspaceNameProblem,
} from '@podium/contract/rules.ts'
import { TIERS, type Tier, tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { type ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { changesBetween } from '../../../record/changes-between.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'

/** The fields of a workspace as typed, under their names on the wire; a tier holds its instance type. */
export type WorkspaceValues = {
  name: string
  s3_bucket_name: string
  dashboard_hash: string
  edge_conductor_url: string
} & Record<Tier, string>

const NO_TIERS = Object.fromEntries(TIERS.map((tier) => [tier, ''])) as Record<Tier, string>

export const EMPTY_WORKSPACE: WorkspaceValues = {
  name: '',
  s3_bucket_name: '',
  dashboard_hash: '',
  edge_conductor_url: '',
  ...NO_TIERS,
}

/** The fields by the names that people read. */
const NAMES = {
  name: 'Workspace Name',
  s3_bucket_name: 'Bucket Name',
  dashboard_hash: 'Dashboard Hash',
  edge_conductor_url: 'Edge Conductor URL',
  ...tierLabels,
}

/** A workspace as its form shows it. */
export function valuesOf(workspace: Workspace): WorkspaceValues {
  const { display_name, s3_bucket_name, dashboard_hash, edge_conductor_url, execution_specs } = workspace
  const tiers = Object.fromEntries(execution_specs.map(({ name, instance }) => [name, instance]))
  return {
    name: display_name,
    s3_bucket_name,
    dashboard_hash,
    edge_conductor_url,
    ...NO_TIERS,
    ...tiers,
  }
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

/** The body of the call; tiers without an instance type are left out. */
export function createWorkspaceBody(values: WorkspaceValues, withDashboard: boolean) {
  const { name, s3_bucket_name, dashboard_hash, edge_conductor_url } = trimmed(values)
  return {
    name,
    s3_bucket_name,
    ...(withDashboard && { dashboard_hash }),
    ...(edge_conductor_url !== '' && { edge_conductor_url }),
    execution_specs: executionSpecsOf(values),
  }
}

/** The body of the call: only what was changed, so that nothing else is written over. */
export function editWorkspaceBody(values: WorkspaceValues, before: WorkspaceValues) {
  const after = trimmed(values)
  const { s3_bucket_name, dashboard_hash, edge_conductor_url } = after
  return {
    ...(s3_bucket_name !== before.s3_bucket_name && { s3_bucket_name }),
    ...(dashboard_hash !== before.dashboard_hash && { dashboard_hash }),
    ...(edge_conductor_url !== before.edge_conductor_url && { edge_conductor_url }),
    ...(TIERS.some((tier) => after[tier] !== before[tier]) && { execution_specs: executionSpecsOf(values) }),
  }
}

export function executionSpecsOf(values: WorkspaceValues): { name: Tier; instance: string }[] {
  return TIERS.map((name) => ({ name, instance: values[name].trim() })).filter(
    ({ instance }) => instance !== '',
  )
}

/** What the server refused, by field; undefined where a part of it belongs to no field. */
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
  const texts = Object.entries<string>(values).map(([field, typed]) => [field, typed.trim()])
  return Object.fromEntries(texts) as WorkspaceValues
}
