import { TIERS, tierLabels } from '@podium/contract/tiers.ts'
import type { Change } from '../../../ui/form/change-list.tsx'
import { trimmed, type WorkspaceField, type WorkspaceValues } from './workspace-form.ts'

/** The fields by the names that people read. */
const LABELS: Record<WorkspaceField, string> = {
  name: 'Workspace Name',
  bucket: 'Bucket Name',
  dashboardHash: 'Dashboard Hash',
  edgeConductorUrl: 'Edge Conductor URL',
  ...tierLabels,
}

const ORDER: readonly WorkspaceField[] = ['bucket', 'dashboardHash', 'edgeConductorUrl', ...TIERS]

/** What differs between two sets of values, field by field. */
export function changesBetween(before: WorkspaceValues, after: WorkspaceValues): Change[] {
  const next = trimmed(after)
  return ORDER.filter((field) => before[field] !== next[field]).map((field) => ({
    name: LABELS[field],
    before: before[field] || null,
    after: next[field] || null,
  }))
}
