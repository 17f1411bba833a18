import { chosenBelow } from '@podium/contract/calls/choices.ts'
import type { InstanceDetail } from '@podium/contract/calls/instances.ts'
import type { VersionDetail } from '@podium/contract/calls/solutions.ts'
import type { ChosenParameters, Stream } from '@podium/contract/calls/streams.ts'
import { type Metadata, MODES, type Mode } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { mergeParameters, ownParameters } from '@podium/contract/solution-metadata/parameters.ts'
import { type Entries, fillFields } from '../../runs/components/parameters/parameter-values.ts'

export type StreamDraft = ReturnType<typeof draftOf>

/** The values of the stream form. `plain` are the pipelines that were reset to the instance's values. */
export function draftOf({ name, parameters }: Pick<Stream, 'name' | 'parameters'>) {
  return { name, entries: {} as Entries, plain: [] as Mode[], saved: parameters }
}

/** Returns a form for every pipeline that the instance offers, with the stream's values over the instance's. */
export function streamForms(draft: StreamDraft, version: VersionDetail, instance: InstanceDetail) {
  // The server validated it on registration.
  const metadata = version.metadata_json as Metadata
  return MODES.flatMap((mode) => {
    const pipeline = pipelineOf(metadata, mode)
    if (!pipeline || instance.modes[mode]?.on === false) return []
    const below = chosenBelow({ stream: { parameters: {} }, instance }, mode)
    const filled = fillFields({
      mode,
      pipeline,
      entries: draft.entries,
      initial: draft.plain.includes(mode) ? undefined : draft.saved[mode],
      below,
      usual: mergeParameters(...below, ownParameters(pipeline)),
    })
    return [{ mode, filled }]
  })
}

/** Returns the values to save: those that differ from the instance's, and the saved ones of pipelines that are off. */
export function streamParameters(
  forms: ReturnType<typeof streamForms>,
  saved: ChosenParameters,
): ChosenParameters {
  const chosen = forms.flatMap(({ mode, filled }) =>
    Object.keys(filled.differing).length > 0 ? [[mode, filled.differing] as const] : [],
  )
  const others = MODES.flatMap((mode) =>
    saved[mode] && forms.every((form) => form.mode !== mode) ? [[mode, saved[mode]] as const] : [],
  )
  return Object.fromEntries([...others, ...chosen])
}
