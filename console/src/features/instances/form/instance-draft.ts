import type { ArgumentsOf } from '@podium/contract/call.ts'
import { chosenBelow, resolveChoices, type TierChoice } from '@podium/contract/choices.ts'
import type { editInstance, InstanceDetail } from '@podium/contract/instances.ts'
import { type Metadata, MODES, type Mode, type Pipeline } from '@podium/contract/metadata.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { ownParameters, type StepValues } from '@podium/contract/parameters.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'
import type { TagPair } from '../../../ui/form/tag-editor.tsx'
import {
  type Entries,
  type Filled,
  fillFields,
  isRight,
} from '../../runs/components/parameters/parameter-values.ts'

/** The values of the form of an instance, in the order of the screen. */
export type InstanceDraft = {
  name: string
  description: string
  tags: TagPair[]
  train: boolean
  inference: boolean
  entries: Entries
  /** the pipelines that were set back to the version's own values, so that the saved ones do not count */
  plain: Mode[]
  resource: boolean
  tiers: { train?: Tier; inference?: Tier }
  /** of runs that name none; null leaves it to the version */
  pipeline: Mode | null
  wrangler: boolean
  code_uri: string
  dataset_uri: string
  dev: boolean
  coupled: boolean
  /** what the form shows of the record but does not edit itself; null for a new one */
  saved: Saved | null
}

interface Saved extends Pick<InstanceDetail, 'draft' | 'train_resource' | 'metadata_json'> {
  parameters: { [mode in Mode]?: StepValues | undefined }
}

export const EMPTY_DRAFT: InstanceDraft = {
  name: '',
  description: '',
  tags: [],
  train: true,
  inference: true,
  entries: {},
  plain: [],
  resource: false,
  tiers: {},
  pipeline: null,
  wrangler: false,
  code_uri: '',
  dataset_uri: '',
  dev: false,
  coupled: false,
  saved: null,
}

export function draftOf(instance: InstanceDetail): InstanceDraft {
  const { modes, execution_specs, tags } = instance
  const tierOf = (mode: Mode) => TIERS.find((tier) => tier === execution_specs[mode])
  const [train, inference] = [tierOf('train'), tierOf('inference')]
  return {
    ...EMPTY_DRAFT,
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
    saved: {
      draft: instance.draft,
      train_resource: instance.train_resource,
      metadata_json: instance.metadata_json,
      parameters: { train: modes.train?.parameters, inference: modes.inference?.parameters },
    },
  }
}

export const COUPLING_WORDS = {
  coupled: 'Made for one stream. Highly dependent on it, and deleted with it.',
  decoupled: 'Serves any number of streams and stays when they go.',
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

/** A form for every pipeline that the version has, filled with the saved values or the version's own. */
export function pipelineForms(draft: InstanceDraft, version: VersionDetail): PipelineForm[] {
  // The server checked it when it was registered.
  const metadata = version.metadata_json as Metadata
  const stream = { parameters: {} }
  const { train_resource = null, metadata_json = null, parameters = {} } = draft.saved ?? {}
  // What the form itself holds outranks what a client of another program chose.
  const instance = { train_resource, metadata_json, modes: {}, execution_specs: {} }
  const tierOf = (mode: Mode, execution_specs: InstanceDraft['tiers']) =>
    resolveChoices({ run: {}, stream, instance: { ...instance, execution_specs }, version: metadata }, mode)
      .tier
  return MODES.flatMap((mode) => {
    const pipeline = pipelineOf(metadata, mode)
    if (!pipeline) return []
    const given = draft.plain.includes(mode) ? ownParameters(pipeline) : parameters[mode]
    const below = chosenBelow({ stream, instance }, mode)
    const filled = fillFields({ mode, pipeline, entries: draft.entries, given, below })
    const tier = tierOf(mode, draft.resource ? draft.tiers : {})
    return [{ mode, pipeline, on: draft[mode], filled, tier, usualTier: tierOf(mode, {}) }]
  })
}

type Body = NonNullable<ArgumentsOf<typeof editInstance>['body']>

/**
 * The values as they are sent: of the parameters only what differs from the version's own.
 * @param asDraft keeps what is wrong as it was typed
 */
export function instanceBody(draft: InstanceDraft, version: VersionDetail, asDraft: boolean) {
  const { name, description, tags, pipeline, resource, tiers, wrangler, code_uri, dataset_uri, dev } = draft
  const forms = pipelineForms(draft, version)
  const pipelines = forms.map((form) => [form.mode, pipelineMode(form, asDraft)])
  const chosenTiers = forms.flatMap(({ mode, on }) => {
    const tier = tiers[mode]
    return resource && on && tier ? [[mode, tier]] : []
  })
  return {
    name: name.trim(),
    description,
    tags: tags.filter(isTag).map(({ key, value }) => ({ key, value })),
    modes: {
      ...Object.fromEntries(pipelines),
      ...(pipeline && { pipeline }),
      ...(wrangler && { data_wrangler: { code_uri: code_uri.trim(), dataset_uri: dataset_uri.trim() } }),
      ...(dev && { dev }),
    },
    execution_specs: Object.fromEntries(chosenTiers),
    draft: asDraft,
  } satisfies Body
}

/** The parameters of a pipeline that is off are sent for the day it is turned on, unless they are wrong. */
function pipelineMode({ on, filled }: PipelineForm, asDraft: boolean) {
  const isSent = Object.keys(filled.differing).length > 0 && (on || asDraft || isRight(filled))
  return { on, ...(isSent && { parameters: filled.differing }) }
}
