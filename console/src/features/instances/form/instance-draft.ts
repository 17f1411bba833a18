import { chosenBelow, resolveChoices, type TierChoice } from '@podium/contract/choices.ts'
import type { Instance, InstanceDetail } from '@podium/contract/instances.ts'
import { type Metadata, MODES, type Mode, type Pipeline } from '@podium/contract/metadata.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { ownParameters } from '@podium/contract/parameters.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'
import type { TagPair } from '../../../ui/form/tag-editor.tsx'
import { type Entries, type Filled, fillFields } from '../../runs/components/parameters/parameter-values.ts'

/** What stands in the form of an instance. */
export interface InstanceDraft {
  /** null: the name that is offered */
  name: string | null
  description: string
  tags: TagPair[]
  train: boolean
  inference: boolean
  entries: Entries
  /** the pipelines whose own values were asked for, so that kept ones do not count */
  plain: Mode[]
  /** of runs that name none; null leaves it to the version */
  pipeline: Mode | null
  resource: boolean
  tiers: { train?: Tier; inference?: Tier }
  wrangler: boolean
  code_uri: string
  dataset_uri: string
  dev: boolean
  coupled: boolean
}

export type ChangeDraft = (part: Partial<InstanceDraft>) => void

const EMPTY: InstanceDraft = {
  name: null,
  description: '',
  tags: [],
  train: true,
  inference: true,
  entries: {},
  plain: [],
  pipeline: null,
  resource: false,
  tiers: {},
  wrangler: false,
  code_uri: '',
  dataset_uri: '',
  dev: false,
  coupled: false,
}

/** The form as it opens: empty, or with what an instance has. */
export function draftOf(instance?: Instance): InstanceDraft {
  if (!instance) return EMPTY
  const { modes, execution_specs, tags } = instance
  const tierOf = (mode: Mode) => TIERS.find((tier) => tier === execution_specs[mode])
  const [train, inference] = [tierOf('train'), tierOf('inference')]
  return {
    ...EMPTY,
    name: instance.name,
    description: instance.description,
    tags: tags.map(({ key, value }) => ({ key, value })),
    train: modes.train?.on ?? true,
    inference: modes.inference?.on ?? true,
    pipeline: modes.pipeline ?? null,
    resource: train !== undefined || inference !== undefined,
    tiers: { ...(train && { train }), ...(inference && { inference }) },
    wrangler: modes.data_wrangler !== undefined,
    code_uri: modes.data_wrangler?.code_uri ?? '',
    dataset_uri: modes.data_wrangler?.dataset_uri ?? '',
    dev: modes.dev ?? false,
    coupled: instance.coupled,
  }
}

/** A row that nothing was typed in is no tag. */
export function isTag({ key, value }: TagPair): boolean {
  return key.trim() !== '' || value.trim() !== ''
}

export interface PipelineForm {
  mode: Mode
  pipeline: Pipeline
  on: boolean
  filled: Filled
  /** the tier that its runs ask for */
  tier: TierChoice
  /** the one they would ask for if none were chosen in the form */
  usualTier: TierChoice
}

const NO_CHOICE = { modes: {}, execution_specs: {}, train_resource: null, metadata_json: null }

/** A form for every pipeline that the version has, filled with what is kept of an instance or the version's own. */
export function pipelineForms(
  draft: InstanceDraft,
  version: VersionDetail,
  kept?: InstanceDetail,
): PipelineForm[] {
  // The server checked it when it was registered.
  const metadata = version.metadata_json as Metadata
  const stream = { parameters: {} }
  // What the form itself holds stands over what a client of another program chose.
  const instance = { ...(kept ?? NO_CHOICE), modes: {}, execution_specs: {} }
  const tierOf = (mode: Mode, execution_specs: InstanceDraft['tiers']) =>
    resolveChoices({ run: {}, stream, instance: { ...instance, execution_specs }, version: metadata }, mode)
      .tier
  return MODES.flatMap((mode) => {
    const pipeline = pipelineOf(metadata, mode)
    if (!pipeline) return []
    const given = draft.plain.includes(mode) ? ownParameters(pipeline) : kept?.modes[mode]?.parameters
    const below = chosenBelow({ stream, instance }, mode)
    const filled = fillFields({ mode, pipeline, entries: draft.entries, given, below })
    const tier = tierOf(mode, draft.resource ? draft.tiers : {})
    return [{ mode, pipeline, on: draft[mode], filled, tier, usualTier: tierOf(mode, {}) }]
  })
}
