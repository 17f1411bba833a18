import { pipelineIn } from '@podium/contract/calls/choices.ts'
import type { Modes } from '@podium/contract/calls/instances.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import type { Metadata, Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import type { StepValues } from '@podium/contract/solution-metadata/parameters.ts'
import { programOf } from '@podium/contract/solution-metadata/pipeline-program.ts'
import type { Program } from '@podium/contract/solution-metadata/program.ts'
import type { RunRow } from '../../run-records/run-row.ts'
import { attemptPrefix } from '../../solutions/object-paths.ts'
import { withProgram } from './run-program.ts'

/** The values that a run really uses, to be written into the version's metadata. Addresses are complete (`s3://…`). */
export interface RunUse {
  mode: Mode
  /** the program that the start brings; null for that of the version */
  program: Program | null
  /** the address of the files that are laid over the source; null for none */
  files_uri: string | null
  /** without that of the files */
  dataset_uri: string[]
  /** null if the pipeline reads no model */
  model_uri: string | null
  parameters: StepValues
  tier: string
  wrangler: Wrangler
}

/** The addresses of the Data Wrangler, if they are not the version's own. */
export interface Wrangler {
  wrangler_code_uri?: unknown
  wrangler_dataset_uri?: unknown
}

/** The addresses of the instance that are filled in. */
export function wranglerOf({ data_wrangler }: Modes): Wrangler {
  const { code_uri = '', dataset_uri = '' } = data_wrangler ?? {}
  return {
    ...(code_uri.trim() !== '' && { wrangler_code_uri: code_uri }),
    ...(dataset_uri.trim() !== '' && { wrangler_dataset_uri: dataset_uri }),
  }
}

/**
 * The Data Wrangler that a run was given, or undefined. A version may have texts of these names too, so an address
 * counts only if the run's pipeline has it as well.
 */
export function wranglerGiven(
  run: Pick<RunRow, 'metadata_json' | 'pipeline' | 'dataset_uri'>,
): Modes['data_wrangler'] {
  const { wrangler_code_uri: code, wrangler_dataset_uri: data }: Wrangler = run.metadata_json
  const source = pipelineIn(run.metadata_json, run.pipeline)?.source_uri
  const code_uri = typeof code === 'string' && code === source ? code : ''
  const [first, ...others] = dataAddresses(run)
  const dataset_uri = first !== undefined && others.length === 0 && data === first ? first : ''
  return code_uri === '' && dataset_uri === '' ? undefined : { code_uri, dataset_uri }
}

/** The program of the run, in which the start may have replaced that of its version. */
export function programOfRun(run: Pick<RunRow, 'metadata_json' | 'pipeline'>): Program | null {
  const pipeline = pipelineIn(run.metadata_json, run.pipeline)
  return pipeline && programOf(pipeline)
}

/** The addresses of the run's data, without that of the files that are laid over its source. */
export function dataAddresses(run: Pick<RunRow, 'metadata_json' | 'pipeline' | 'dataset_uri'>): string[] {
  const files = programOfRun(run)?.files_uri
  return run.dataset_uri.filter((address) => address !== files)
}

/** Fills the run's choices into the version's metadata; the other pipeline and everything else stay unchanged. */
export function metadataOfRun(version: Metadata, use: RunUse): Metadata {
  const filled = withPipeline(version, use.mode, (pipeline) => filledIn(pipeline, use))
  return { ...filled, ...use.wrangler }
}

/** Fills the address of the attempt's outputs into the metadata of its run. */
export function metadataOfAttempt(
  metadata: Metadata,
  run: Pick<RunRow, 'id' | 'stream_id' | 'attempt' | 'pipeline'>,
  bucket: string,
): Metadata {
  const artifact_uri = `s3://${bucket}/${attemptPrefix(run)}artifacts/`
  return withPipeline(metadata, run.pipeline, (pipeline) => ({ ...pipeline, artifact_uri }))
}

function withPipeline(metadata: Metadata, mode: Mode, fill: (pipeline: Pipeline) => Pipeline): Metadata {
  const pipelines = metadata.pipeline.map((pipeline) => (pipeline.type === mode ? fill(pipeline) : pipeline))
  return { ...metadata, pipeline: pipelines }
}

function filledIn(pipeline: Pipeline, use: RunUse): Pipeline {
  return {
    ...(use.program === null ? pipeline : withProgram(pipeline, use.program)),
    ...(use.files_uri !== null && { files_uri: use.files_uri }),
    ...(use.wrangler.wrangler_code_uri !== undefined && { source_uri: use.wrangler.wrangler_code_uri }),
    dataset_uri: use.dataset_uri,
    ...(use.mode === 'inference' && { model_uri: use.model_uri }),
    parameters: {
      ...(isObject(pipeline.parameters) && pipeline.parameters),
      selected_user_parameters: Object.entries(use.parameters).map(([step, args]) => ({ step, args })),
    },
    resource: { ...(isObject(pipeline.resource) && pipeline.resource), default: use.tier },
  }
}
