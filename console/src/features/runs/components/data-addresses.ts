import { pipelineIn } from '@podium/contract/calls/choices.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'

/** Returns the addresses of the run's data, without that of the files that were laid over its source. */
export function dataAddresses(run: Pick<RunInfo, 'metadata_json' | 'pipeline' | 'dataset_uri'>): string[] {
  const files = pipelineIn(run.metadata_json, run.pipeline)?.files_uri
  return run.dataset_uri.filter((address) => address !== files)
}
