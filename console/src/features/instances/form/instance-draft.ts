import { chosenBelow, resolveChoices } from '@podium/contract/calls/choices.ts'
import type { editInstance, InstanceDetail } from '@podium/contract/calls/instances.ts'
import type { VersionDetail } from '@podium/contract/calls/solutions.ts'
import { TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import { ownParameters } from '@podium/contract/solution-metadata/parameters.ts'
import type { ArgumentsOf } from '@podium/contract/wire/call.ts'
import type { TagPair } from '../../../ui/form/tag-editor.tsx'
import { type Entries, fillFields, isRight } from '../../runs/components/parameters/parameter-values.ts'

/** The values of the instance form, in the order of the screen. */
export type InstanceDraft = ReturnType<typeof draftOf>

/** @param instance the record to edit; without it, the values of a new one are returned */
export function draftOf(instance?: InstanceDetail) {
  const { modes = {}, execution_specs = {} } = instance ?? {}
  const tierOf = (mode: Mode): Tier | '' => TIERS.find((tier) => tier === execution_specs[mode]) ?? ''
  const tiers = { train: tierOf('train'), inference: tierOf('inference') }
  return {
    name: instance?.name ?? '',
    description: instance?.description ?? '',
    tags: instance?.tags ?? [],
    train: modes.train?.on ?? true,
    inference: modes.inference?.on ?? true,
    entries: {} as Entries,
    /** pipelines that were reset to the version's own values, so that the saved ones are ignored */
    plain: [] as Mode[],
    resource: tiers.train !== '' || tiers.inference !== '',
    tiers,
    /** the pipeline for runs that name none; null leaves it to the version */
    pipeline: modes.pipeline ?? null,
    wrangler: modes.data_wrangler !== undefined,
    code_uri: modes.data_wrangler?.code_uri ?? '',
    dataset_uri: modes.data_wrangler?.dataset_uri ?? '',
    dev: modes.dev ?? false,
    coupled: instance?.coupled ?? false,
    /** values of the record that the form shows but does not edit; null for a new one */
    saved: instance
      ? {
          draft: instance.draft,
          train_resource: instance.train_resource,
          metadata_json: instance.metadata_json,
          modes,
        }
      : null,
  }
}

export const COUPLING_WORDS = {
  coupled: 'Created for one stream. Highly dependent on it, and deleted with it.',
  decoupled: 'Many streams allowed. The instance stays when its streams are deleted.',
}

/** True if something was typed in the row. */
export function isTag({ key, value }: TagPair): boolean {
  return key.trim() !== '' || value.trim() !== ''
}

export type PipelineForm = ReturnType<typeof pipelineForms>[number]

/** Returns a form for every pipeline of the version, filled with the saved values or the version's own. */
export function pipelineForms(draft: InstanceDraft, version: VersionDetail) {
  // The server validated it on registration.
  const metadata = version.metadata_json as Metadata
  const stream = { parameters: {} }
  const { train_resource = null, metadata_json = null, modes = {} } = draft.saved ?? {}
  // Values of the form take precedence over those that another client saved.
  const instance = { train_resource, metadata_json, modes: {}, execution_specs: {} }
  const tierOf = (mode: Mode, execution_specs: Partial<InstanceDraft['tiers']>) =>
    resolveChoices({ run: {}, stream, instance: { ...instance, execution_specs }, version: metadata }, mode)
      .tier
  return MODES.flatMap((mode) => {
    const pipeline = pipelineOf(metadata, mode)
    if (!pipeline) return []
    const initial = draft.plain.includes(mode) ? ownParameters(pipeline) : modes[mode]?.parameters
    const below = chosenBelow({ stream, instance }, mode)
    const filled = fillFields({ mode, pipeline, entries: draft.entries, initial, below })
    return [
      {
        mode,
        on: draft[mode],
        filled,
        /** the tier that runs of the pipeline ask for */
        tier: tierOf(mode, draft.resource ? draft.tiers : {}),
        /** the tier that they would ask for without a choice in the form */
        usualTier: tierOf(mode, {}),
      },
    ]
  })
}

/**
 * Returns the values as they are sent, with only the parameters that differ from the version's own.
 * @param asDraft keeps invalid values as typed
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
    tags: tags.filter(isTag),
    modes: {
      ...Object.fromEntries(pipelines),
      ...(pipeline && { pipeline }),
      ...(wrangler && { data_wrangler: { code_uri: code_uri.trim(), dataset_uri: dataset_uri.trim() } }),
      ...(dev && { dev }),
    },
    execution_specs: Object.fromEntries(chosenTiers),
    draft: asDraft,
  } satisfies ArgumentsOf<typeof editInstance>['body']
}

/** The parameters of a pipeline that is off are kept for the day it is turned on, unless they are invalid. */
function pipelineMode({ on, filled }: PipelineForm, asDraft: boolean) {
  const isSent = Object.keys(filled.differing).length > 0 && (on || asDraft || isRight(filled))
  return { on, ...(isSent && { parameters: filled.differing }) }
}
