import { chosenBelow, resolveChoices } from '@podium/contract/calls/choices.ts'
import type { editInstance, InstanceDetail } from '@podium/contract/calls/instances.ts'
import type { VersionDetail } from '@podium/contract/calls/solutions.ts'
import { TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import { type Metadata, MODES, type Mode } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { ownParameters } from '@podium/contract/solution-metadata/parameters.ts'
import type { ArgumentsOf } from '@podium/contract/wire/call.ts'
import type { TagPair } from '../../../ui/form/tag-editor.tsx'
import { type Entries, fillFields, isRight } from '../../runs/components/parameters/parameter-values.ts'

/** The values of the form of an instance, in the order of the screen. */
export type InstanceDraft = ReturnType<typeof draftOf>

/** @param instance without it, the values of a new one */
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
    /** the pipelines that were set back to the version's own values, so that the saved ones do not count */
    plain: [] as Mode[],
    resource: tiers.train !== '' || tiers.inference !== '',
    tiers,
    /** of runs that name none; null leaves it to the version */
    pipeline: modes.pipeline ?? null,
    wrangler: modes.data_wrangler !== undefined,
    code_uri: modes.data_wrangler?.code_uri ?? '',
    dataset_uri: modes.data_wrangler?.dataset_uri ?? '',
    dev: modes.dev ?? false,
    coupled: instance?.coupled ?? false,
    /** what the form shows of the record but does not edit itself; null for a new one */
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

/** A row that nothing was typed in is no tag. */
export function isTag({ key, value }: TagPair): boolean {
  return key.trim() !== '' || value.trim() !== ''
}

export type PipelineForm = ReturnType<typeof pipelineForms>[number]

/** A form for every pipeline that the version has, filled with the saved values or the version's own. */
export function pipelineForms(draft: InstanceDraft, version: VersionDetail) {
  // The server checked it when it was registered.
  const metadata = version.metadata_json as Metadata
  const stream = { parameters: {} }
  const { train_resource = null, metadata_json = null, modes = {} } = draft.saved ?? {}
  // What the form itself holds outranks what a client of another program chose.
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
        /** the tier that its runs ask for */
        tier: tierOf(mode, draft.resource ? draft.tiers : {}),
        /** the one they would ask for if none were chosen in the form */
        usualTier: tierOf(mode, {}),
      },
    ]
  })
}

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

/** The parameters of a pipeline that is off are sent for the day it is turned on, unless they are wrong. */
function pipelineMode({ on, filled }: PipelineForm, asDraft: boolean) {
  const isSent = Object.keys(filled.differing).length > 0 && (on || asDraft || isRight(filled))
  return { on, ...(isSent && { parameters: filled.differing }) }
}
