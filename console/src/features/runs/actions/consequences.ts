import type { Run } from '@podium/contract/runs.ts'
import { formatVersion } from '../../../format/version.ts'

/** What goes with a run. */
export function withRun(run: Pick<Run, 'name' | 'model_version'>): string {
  if (run.model_version === '') return `${run.name} goes with its logs and artifacts.`
  return `${run.name} goes with its logs, its artifacts and the model ${formatVersion(run.model_version)}, which no run can use then.`
}
