import { bucketNameProblem, dashboardHashProblem, workspaceNameProblem } from '@podium/contract/rules.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'

/** The name under which what is typed is kept over a lost session. */
export const CREATE_WORKSPACE_FORM = 'New Workspace'

export interface CreateWorkspaceValues extends Record<Tier, string> {
  name: string
  bucket: string
  dashboardHash: string
  edgeConductorUrl: string
}

export type CreateWorkspaceField = keyof CreateWorkspaceValues

export const NO_TIERS = Object.fromEntries(TIERS.map((tier) => [tier, ''])) as Record<Tier, string>

export const EMPTY_WORKSPACE: CreateWorkspaceValues = {
  name: '',
  bucket: '',
  dashboardHash: '',
  edgeConductorUrl: '',
  ...NO_TIERS,
}

/** In the order of the dialog: the first bad one takes the focus. */
export const createWorkspaceFields: readonly CreateWorkspaceField[] = [
  'name',
  'bucket',
  'dashboardHash',
  'edgeConductorUrl',
  ...TIERS,
]

/** The fields by their names on the wire, to put the server's messages where they belong. */
const WIRE_FIELDS: Record<string, CreateWorkspaceField> = {
  name: 'name',
  s3_bucket_name: 'bucket',
  dashboard_hash: 'dashboardHash',
  edge_conductor_url: 'edgeConductorUrl',
}

export type Messages = Partial<Record<CreateWorkspaceField, string>>

/** @param withDashboard whether runs are monitored with Grafana, so that a dashboard hash is asked for */
export function createWorkspaceProblems(values: CreateWorkspaceValues, withDashboard: boolean): Messages {
  const name = workspaceNameProblem(values.name.trim())
  const bucket = bucketNameProblem(values.bucket.trim())
  const dashboardHash = withDashboard ? dashboardHashProblem(values.dashboardHash.trim()) : null
  return {
    ...(name !== null && { name }),
    ...(bucket !== null && { bucket }),
    ...(dashboardHash !== null && { dashboardHash }),
  }
}

/** The body of the call; tiers without an instance type are left out. */
export function createWorkspaceBody(values: CreateWorkspaceValues, withDashboard: boolean) {
  const dashboardHash = withDashboard ? values.dashboardHash.trim() : ''
  const edgeConductorUrl = values.edgeConductorUrl.trim()
  return {
    name: values.name.trim(),
    s3_bucket_name: values.bucket.trim(),
    ...(dashboardHash !== '' && { dashboard_hash: dashboardHash }),
    ...(edgeConductorUrl !== '' && { edge_conductor_url: edgeConductorUrl }),
    execution_specs: offeredTiers(values).map((tier) => ({ name: tier, instance: values[tier].trim() })),
  }
}

export function offeredTiers(values: CreateWorkspaceValues): Tier[] {
  return TIERS.filter((tier) => values[tier].trim() !== '')
}

/**
 * The server's messages by field, or null when one of them belongs to no field here.
 * @param messages as `fieldMessages` answers them: `execution_specs.1.instance`
 */
export function placeMessages(messages: Record<string, string>, sent: readonly Tier[]): Messages | null {
  const placed: Messages = {}
  for (const [name, message] of Object.entries(messages)) {
    const spec = /^execution_specs\.(\d+)/.exec(name)
    const field = spec ? sent[Number(spec[1])] : WIRE_FIELDS[name]
    if (!field) return null
    placed[field] = message
  }
  return Object.keys(placed).length === 0 ? null : placed
}
