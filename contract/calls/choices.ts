import { canonicalJson, isObject } from '../rules/metadata-json.ts'
import { TIERS, type Tier } from '../rules/tiers.ts'
import type { Metadata, Pipeline } from '../solution-metadata/metadata.ts'
import { datasetAddresses, pipelineOf, tierOf } from '../solution-metadata/metadata-pipeline.ts'
import type { Mode } from '../solution-metadata/modes.ts'
import { mergeParameters, type StepValues, selectedParameters } from '../solution-metadata/parameters.ts'
import type { Modes } from './instances.ts'

/** The choices that a person makes for one run; each is optional. */
export interface OwnChoices {
  metadata_json?: Record<string, unknown>
  parameters?: { [M in Mode]?: StepValues }
  execution_spec?: Tier
  dataset_uri?: string | string[]
}

/** The sources of a choice, the most specific first. */
export interface ChoiceSources {
  run: OwnChoices
  stream: { parameters: Record<string, unknown> }
  instance: {
    modes: Modes
    execution_specs: { train?: string | undefined; inference?: string | undefined }
    train_resource: string | null
    metadata_json: Record<string, unknown> | null
  }
  version: Metadata
}

/** The source that chose the tier: this run, the instance, the version, or none of them (the default tier). */
export type TierChooser = 'run' | 'instance' | 'version' | 'default'

export interface TierChoice {
  tier: Tier
  by: TierChooser
}

export interface Choices {
  tier: TierChoice
  /** the values chosen instead of the version's own, not checked yet */
  parameters: StepValues
  dataset_uri: string[]
  /** true if the data are the version's own sample */
  sample: boolean
}

/** The run's own pipeline, else the instance's, else training if the version can be trained. */
export function meantPipeline(version: Metadata, requested: Mode | undefined, modes: Modes): Mode {
  return requested ?? modes.pipeline ?? (pipelineOf(version, 'train') ? 'train' : 'inference')
}

/**
 * Resolves tier, data and parameters, each in the same order: the run's own field, its metadata if it differs from the
 * version's, the stream, the instance (its modes, then its metadata), the version.
 */
export function resolveChoices(sources: ChoiceSources, mode: Mode): Choices {
  const version = pipelineOf(sources.version, mode) ?? { type: mode }
  const run = pipelineIn(sources.run.metadata_json, mode)
  const instance = pipelineIn(sources.instance.metadata_json, mode)
  const ofVersion = selectedParameters(version)
  const sample = datasetAddresses(version)
  const dataset_uri = chosenData(sources, { version, run, instance }) ?? sample
  return {
    tier: chosenTier(sources, mode, { version, run, instance }),
    parameters: differing(
      mergeParameters(
        sources.run.parameters?.[mode],
        run && differing(selectedParameters(run), ofVersion),
        ...chosenBelow(sources, mode),
      ),
      ofVersion,
    ),
    dataset_uri,
    sample: canonicalJson(dataset_uri) === canonicalJson(sample),
  }
}

/** The values that apply if the run chooses none: the stream's, then the instance's. */
export function chosenBelow(
  { stream, instance }: Omit<ChoiceSources, 'run' | 'version'>,
  mode: Mode,
): StepValues[] {
  const copied = pipelineIn(instance.metadata_json, mode)
  return [
    stepsIn(stream.parameters[mode]),
    instance.modes[mode]?.parameters ?? {},
    copied ? selectedParameters(copied) : {},
  ]
}

interface Pipelines {
  version: Pipeline
  run: Pipeline | null
  instance: Pipeline | null
}

function chosenTier({ run, instance }: ChoiceSources, mode: Mode, pipelines: Pipelines): TierChoice {
  const ofVersion = tierOf(pipelines.version)
  const ofRun = pipelines.run && tierOf(pipelines.run)
  const requested: [Tier | null | undefined, TierChooser][] = [
    [run.execution_spec, 'run'],
    [ofRun !== ofVersion ? ofRun : null, 'run'],
    [knownTier(instance.execution_specs[mode]), 'instance'],
    [mode === 'train' ? knownTier(instance.train_resource) : null, 'instance'],
    [pipelines.instance && tierOf(pipelines.instance), 'instance'],
    [ofVersion, 'version'],
  ]
  for (const [tier, by] of requested) if (tier) return { tier, by }
  return { tier: 'standard', by: 'default' }
}

/** An empty list chosen for the run itself means the sample data; an empty text means no choice. */
function chosenData({ run, instance }: ChoiceSources, pipelines: Pipelines): string[] | null {
  const own = run.dataset_uri
  const sample = datasetAddresses(pipelines.version)
  if (Array.isArray(own) && own.length === 0) return sample
  const named = (Array.isArray(own) ? own : [own ?? '']).filter((address) => address.trim() !== '')
  if (named.length > 0) return named
  const inRun = pipelines.run ? datasetAddresses(pipelines.run) : []
  if (inRun.length > 0 && canonicalJson(inRun) !== canonicalJson(sample)) return inRun
  const wrangled = instance.modes.data_wrangler?.dataset_uri.trim() ?? ''
  if (wrangled !== '') return [wrangled]
  const inInstance = pipelines.instance ? datasetAddresses(pipelines.instance) : []
  return inInstance.length > 0 ? inInstance : null
}

/**
 * Finds a pipeline in a copy of a version's metadata, such as a run's, or returns null. The copy is not checked, so
 * nothing is assumed about the rest of it.
 */
export function pipelineIn(
  metadata: Record<string, unknown> | null | undefined,
  mode: Mode,
): Pipeline | null {
  const list = Array.isArray(metadata?.pipeline) ? metadata.pipeline : []
  return list.find((entry): entry is Pipeline => isObject(entry) && entry.type === mode) ?? null
}

function stepsIn(value: unknown): StepValues {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] => isObject(entry[1])),
  )
}

function differing(sent: StepValues, version: StepValues): StepValues {
  const entries = Object.entries(sent).map(([step, values]) => {
    const changed = Object.entries(values).filter(
      ([name, value]) => canonicalJson(value) !== canonicalJson(version[step]?.[name]),
    )
    return [step, Object.fromEntries(changed)] as const
  })
  return Object.fromEntries(entries.filter(([, values]) => Object.keys(values).length > 0))
}

function knownTier(name: string | null | undefined): Tier | null {
  return TIERS.find((tier) => tier === name) ?? null
}
