import { failField } from '@podium/contract/errors.ts'
import {
  bucketNameProblem,
  dashboardHashProblem,
  edgeConductorProblem,
  workspaceNameProblem,
} from '@podium/contract/rules.ts'
import type { ExecutionSpec } from '@podium/contract/tiers.ts'
import type { Config } from '../../config.ts'

/** What can be typed of a workspace; a field that is left out is not looked at. */
export interface WorkspaceFields {
  name?: string | undefined
  s3_bucket_name?: string | undefined
  dashboard_hash?: string | undefined
  edge_conductor_url?: string | undefined
  execution_specs?: ExecutionSpec[] | undefined
}

/** @throws FieldProblems with the sentence for the first field that is wrong */
export function checkFields(fields: WorkspaceFields, monitoring: Config['monitoring']): void {
  const { name, s3_bucket_name, dashboard_hash, edge_conductor_url } = fields
  refuse('name', name === undefined ? null : workspaceNameProblem(name))
  refuse('s3_bucket_name', s3_bucket_name === undefined ? null : bucketNameProblem(s3_bucket_name))
  const asked = dashboard_hash !== undefined && (dashboard_hash !== '' || monitoring === 'grafana')
  refuse('dashboard_hash', asked ? dashboardHashProblem(dashboard_hash) : null)
  refuse('edge_conductor_url', edgeConductorProblem(edge_conductor_url ?? ''))
}

function refuse(field: keyof WorkspaceFields, problem: string | null): void {
  if (problem !== null) failField(field, problem)
}
