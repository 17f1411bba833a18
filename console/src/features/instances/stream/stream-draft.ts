import { chosenBelow } from '@podium/contract/choices.ts'
import type { InstanceDetail } from '@podium/contract/instances.ts'
import { type Metadata, MODES, type Mode } from '@podium/contract/metadata.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { mergeParameters, ownParameters } from '@podium/contract/parameters.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import type { ChosenParameters, Stream } from '@podium/contract/streams.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'
import { type Entries, fillFields } from '../../runs/components/parameters/parameter-values.ts'
import { nameProblem, parameterProblems } from '../form/instance-problems.ts'

/** The values of the form of a stream. */
export type StreamDraft = {
  name: string
  entries: Entries
  /** the pipelines that were set back to the values of the instance */
  plain: Mode[]
  /** the parameters of the record; none of a new one */
  saved: ChosenParameters
}

type StreamForms = ReturnType<typeof streamForms>

export function draftOf({ name, parameters }: Pick<Stream, 'name' | 'parameters'>): StreamDraft {
  return { name, entries: {}, plain: [], saved: parameters }
}

/** A form for every pipeline that the instance offers: the stream's values over the instance's. */
export function streamForms(draft: StreamDraft, version: VersionDetail, instance: InstanceDetail) {
  // The server checked it when it was registered.
  const metadata = version.metadata_json as Metadata
  return MODES.flatMap((mode) => {
    const pipeline = pipelineOf(metadata, mode)
    if (!pipeline || instance.modes[mode]?.on === false) return []
    const below = chosenBelow({ stream: { parameters: {} }, instance }, mode)
    const filled = fillFields({
      mode,
      pipeline,
      entries: draft.entries,
      given: draft.plain.includes(mode) ? undefined : draft.saved[mode],
      below,
      usual: mergeParameters(...below, ownParameters(pipeline)),
    })
    return [{ mode, filled }]
  })
}

/** What is saved with the stream: only what differs from the instance's; what a pipeline that is off had stays. */
export function streamParameters(forms: StreamForms, saved: ChosenParameters): ChosenParameters {
  const chosen = forms.flatMap(({ mode, filled }) =>
    Object.keys(filled.differing).length > 0 ? [[mode, filled.differing] as const] : [],
  )
  const others = MODES.flatMap((mode) =>
    saved[mode] && forms.every((form) => form.mode !== mode) ? [[mode, saved[mode]] as const] : [],
  )
  return Object.fromEntries([...others, ...chosen])
}

export function streamProblems({ name }: StreamDraft, forms: StreamForms): Messages<StreamDraft> {
  return { ...parameterProblems(forms), name: nameProblem(name) }
}
