import {
  bucketNameProblem,
  dashboardHashProblem,
  edgeConductorProblem,
  messages,
  workspaceNameProblem,
} from '@podium/contract/rules.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'

export interface WorkspaceValues extends Record<Tier, string> {
  name: string
  bucket: string
  dashboardHash: string
  edgeConductorUrl: string
}

export type WorkspaceField = keyof WorkspaceValues

export type Messages = Partial<Record<WorkspaceField, string>>

const NO_TIERS = Object.fromEntries(TIERS.map((tier) => [tier, ''])) as Record<Tier, string>

export const EMPTY_WORKSPACE: WorkspaceValues = {
  name: '',
  bucket: '',
  dashboardHash: '',
  edgeConductorUrl: '',
  ...NO_TIERS,
}

/** In the order of the form: the first bad one takes the focus. */
export const workspaceFields: readonly WorkspaceField[] = [
  'name',
  'bucket',
  'dashboardHash',
  'edgeConductorUrl',
  ...TIERS,
]

/** The fields by their names on the wire, to put the server's messages where they belong. */
const WIRE_FIELDS: Record<string, WorkspaceField> = {
  name: 'name',
  s3_bucket_name: 'bucket',
  dashboard_hash: 'dashboardHash',
  edge_conductor_url: 'edgeConductorUrl',
}

/** A workspace as its form shows it. */
export function valuesOf(workspace: Workspace): WorkspaceValues {
  const { display_name, s3_bucket_name, dashboard_hash, edge_conductor_url, execution_specs } = workspace
  return {
    name: display_name,
    bucket: s3_bucket_name,
    dashboardHash: dashboard_hash,
    edgeConductorUrl: edge_conductor_url,
    ...NO_TIERS,
    ...Object.fromEntries(execution_specs.map(({ name, instance }) => [name, instance])),
  }
}

/** The field that a refusal of the whole is about: what is taken already, or a bucket that cannot be had. */
export function refusedField(sentence: string): Messages {
  if (sentence === messages.id_duplicate) return { name: sentence }
  return /\bbucket\b/i.test(sentence) ? { bucket: sentence } : {}
}

/** @param withDashboard whether runs are monitored with Grafana, so that a dashboard hash is asked for */
export function workspaceProblems(values: WorkspaceValues, withDashboard: boolean): Messages {
  const { name, bucket, dashboardHash, edgeConductorUrl } = trimmed(values)
  const problems = {
    name: workspaceNameProblem(name),
    bucket: bucketNameProblem(bucket),
    dashboardHash: withDashboard ? dashboardHashProblem(dashboardHash) : null,
    edgeConductorUrl: edgeConductorProblem(edgeConductorUrl),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}

/** The body of the call; tiers without an instance type are left out. */
export function createWorkspaceBody(values: WorkspaceValues, withDashboard: boolean) {
  const { name, bucket, dashboardHash, edgeConductorUrl } = trimmed(values)
  return {
    name,
    s3_bucket_name: bucket,
    ...(withDashboard && { dashboard_hash: dashboardHash }),
    ...(edgeConductorUrl !== '' && { edge_conductor_url: edgeConductorUrl }),
    execution_specs: executionSpecsOf(values),
  }
}

/** The body of the call: only what was changed, so that nothing else is written over. */
export function editWorkspaceBody(values: WorkspaceValues, before: WorkspaceValues) {
  const { bucket, dashboardHash, edgeConductorUrl } = trimmed(values)
  return {
    ...(bucket !== before.bucket && { s3_bucket_name: bucket }),
    ...(dashboardHash !== before.dashboardHash && { dashboard_hash: dashboardHash }),
    ...(edgeConductorUrl !== before.edgeConductorUrl && { edge_conductor_url: edgeConductorUrl }),
    ...(offersOtherThan(values, before) && { execution_specs: executionSpecsOf(values) }),
  }
}

export function executionSpecsOf(values: WorkspaceValues): { name: Tier; instance: string }[] {
  return TIERS.map((name) => ({ name, instance: values[name].trim() })).filter(
    ({ instance }) => instance !== '',
  )
}

function offersOtherThan(values: WorkspaceValues, before: WorkspaceValues): boolean {
  return TIERS.some((tier) => values[tier].trim() !== before[tier])
}

export function trimmed(values: WorkspaceValues): WorkspaceValues {
  const texts = Object.entries<string>({ ...values }).map(([field, text]) => [field, text.trim()])
  return Object.fromEntries(texts) as WorkspaceValues
}

/**
 * The server's messages by field, or null when one of them belongs to no field here.
 * @param messages as `fieldMessages` answers them: `execution_specs.1.instance`
 */
export function placeMessages(
  messages: Record<string, string>,
  sent: readonly { name: Tier }[],
): Messages | null {
  const placed: Messages = {}
  for (const [name, message] of Object.entries(messages)) {
    const spec = /^execution_specs\.(\d+)/.exec(name)
    const field = spec ? sent[Number(spec[1])]?.name : WIRE_FIELDS[name]
    if (!field) return null
    placed[field] = message
  }
  return Object.keys(placed).length === 0 ? null : placed
}
