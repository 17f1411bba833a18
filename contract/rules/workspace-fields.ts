import type { Fields } from './fields.ts'
import { bucketNameProblem, dashboardHashProblem, edgeConductorProblem, limits } from './rules.ts'
import { runSettings } from './run-settings.ts'

/** The fields of a workspace that describe it, in the order of the screen. */
export const workspaceDetails = {
  s3_bucket_name: { kind: 'text', label: 'Bucket Name', max: 200, problem: bucketNameProblem },
  dashboard_hash: { kind: 'optional-text', label: 'Dashboard Hash', max: 200, problem: dashboardHashProblem },
  edge_conductor_url: {
    kind: 'optional-text',
    label: 'Edge Conductor URL',
    max: limits.url,
    problem: edgeConductorProblem,
  },
} satisfies Fields
export type WorkspaceDetail = keyof typeof workspaceDetails

export const workspaceFields = { ...workspaceDetails, ...runSettings }
