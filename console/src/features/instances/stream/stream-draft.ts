import { chosenBelow } from '@podium/contract/choices.ts'
import type { InstanceDetail } from '@podium/contract/instances.ts'
import { type Metadata, MODES, type Mode } from '@podium/contract/metadata.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { mergeParameters, ownParameters } from '@podium/contract/parameters.ts'
import { limits, messages } from '@podium/contract/rules.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import type { ChosenParameters, Stream } from '@podium/contract/streams.ts'
import { type Entries, type Filled, fillFields } from '../../runs/components/parameters/parameter-values.ts'

export interface StreamDraft {
  name: string
  entries: Entries
  /** the pipelines whose values are those of the instance again */
  plain: Mode[]
}

export interface StreamForm {
  mode: Mode
  filled: Filled
}

interface Kept {
  version: VersionDetail
  instance: InstanceDetail
  stream: Stream | undefined
}

/** A form for every pipeline that the instance offers: the stream's values over the instance's. */
export function streamForms(draft: StreamDraft, { version, instance, stream }: Kept): StreamForm[] {
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
      given: draft.plain.includes(mode) ? undefined : stream?.parameters[mode],
      below,
      usual: mergeParameters(...below, ownParameters(pipeline)),
    })
    return [{ mode, filled }]
  })
}

/** What is kept with the stream: only what differs from the instance's; what a pipeline that is off had stays. */
export function streamParameters(forms: readonly StreamForm[], stream: Stream | undefined): ChosenParameters {
  const chosen = forms.flatMap(({ mode, filled }) =>
    Object.keys(filled.differing).length > 0 ? [[mode, filled.differing] as const] : [],
  )
  const shown = forms.map(({ mode }) => mode)
  const others = Object.entries(stream?.parameters ?? {}).filter(([mode]) => !shown.includes(mode as Mode))
  return Object.fromEntries([...others, ...chosen])
}

/** Sentences by the name a field has on the wire: `name`, `parameters.train.s.a`. */
export function streamProblems(name: string, forms: readonly StreamForm[]): Record<string, string> {
  const wrong = forms.flatMap(({ mode, filled }) =>
    filled.fields.flatMap(({ field, problem }) =>
      problem === undefined ? [] : [[`parameters.${mode}.${field.step}.${field.name}`, problem] as const],
    ),
  )
  return { ...nameProblem(name), ...Object.fromEntries(wrong) }
}

function nameProblem(name: string): Record<string, string> {
  if (name.trim() === '') return { name: messages.fill_out }
  return name.length > limits.name ? { name: `Use at most ${limits.name} characters.` } : {}
}
