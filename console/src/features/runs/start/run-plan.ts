import { type ChoiceSources, type Choices, chosenBelow, resolveChoices } from '@podium/contract/choices.ts'
import type { Instance, InstanceDetail } from '@podium/contract/instances.ts'
import { type Metadata, MODES, type Mode, type Pipeline } from '@podium/contract/metadata.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { ownParameters } from '@podium/contract/parameters.ts'
import type { Solution, VersionDetail } from '@podium/contract/solutions.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { type Filled, fillFields } from '../components/parameters/parameter-values.ts'
import type { DataFrom, RunDraft } from './run-draft.ts'

/** What the workspace offers to run. */
export interface Offer {
  streams: readonly Stream[]
  instances: readonly Instance[]
  solutions: readonly Solution[]
}

/** Where the run will stand: a stream there is, or one to be made. */
export interface Place {
  target: NonNullable<RunDraft['target']>
  stream: Stream | null
  instance: Instance | null
  solution: { id: string; name: string } | null
  version_num: number | null
  instance_name: string
  stream_name: string
}

/** Resolves where the run stands. What is named and not there leaves its place empty: nothing else is meant by it. */
export function placeOf(draft: RunDraft, offer: Offer): Place {
  const target = draft.target ?? (offer.streams.length > 0 ? 'stream' : 'new-instance')
  if (target === 'stream') return onStream(draft, offer)
  if (target === 'new-stream') return onInstance(draft, offer)
  const before = draft.instance === '' ? onStream(draft, offer) : onInstance(draft, offer)
  const solution = draft.solution
    ? offer.solutions.find(({ id }) => id === draft.solution)
    : (offer.solutions.find(({ id }) => id === before.solution?.id) ?? offer.solutions[0])
  const version_num = draft.version ?? solution?.versions[0]?.version_num ?? null
  const name = solution ? `${solution.name}-v${version_num ?? 1}` : ''
  const instance_name = draft.instance_name ?? name
  return {
    target,
    stream: null,
    instance: null,
    solution: solution ? { id: solution.id, name: solution.name } : null,
    version_num,
    instance_name,
    stream_name: draft.stream_name ?? instance_name,
  }
}

function onStream(draft: RunDraft, { streams, instances }: Offer): Place {
  const stream = (draft.stream ? streams.find(({ id }) => id === draft.stream) : streams[0]) ?? null
  return {
    target: 'stream',
    stream,
    instance: instances.find(({ id }) => id === stream?.instance_id) ?? null,
    solution: stream && { id: stream.solution_id, name: stream.solution_name },
    version_num: stream?.version_num ?? null,
    instance_name: stream?.instance_name ?? '',
    stream_name: stream?.name ?? '',
  }
}

function onInstance(draft: RunDraft, offer: Offer): Place {
  const { instances } = offer
  const before = onStream(draft, offer).instance
  const instance =
    (draft.instance
      ? instances.find(({ id }) => id === draft.instance)
      : [before, ...instances].find((one) => one && whyNotServing(one) === undefined)) ?? null
  return {
    target: 'new-stream',
    stream: null,
    instance,
    solution: instance && { id: instance.solution_id, name: instance.solution_name },
    version_num: instance?.version_num ?? null,
    instance_name: instance?.name ?? '',
    stream_name: draft.stream_name ?? instance?.name ?? '',
  }
}

/** Why an instance takes no further stream; undefined when it does. */
export function whyNotServing(instance: Instance): string | undefined {
  if (instance.draft) return 'draft'
  return instance.coupled && instance.stream_count > 0 ? 'coupled to its stream' : undefined
}

/**
 * The draft as its form begins: on the stream that makes sense now, whichever runs meanwhile, and with its model taken
 * for one of the solution there, as an address names no other.
 */
export function begunAt(draft: RunDraft, offer: Offer): RunDraft {
  const { target, stream, solution } = placeOf(draft, offer)
  const { model } = draft
  return {
    ...draft,
    target,
    ...(stream && { stream: stream.id }),
    ...(model?.solution === '' && { model: { ...model, solution: solution?.id ?? '' } }),
  }
}

/** The run whose model was chosen, where it is of the solution that runs; '' for the newest of the stream. */
export function modelOf({ model }: RunDraft, { solution }: Place): string {
  return model && model.solution === solution?.id ? model.run : ''
}

/** What of the version will run. */
export interface Run {
  modes: Mode[]
  mode: Mode
  pipeline: Pipeline
  metadata: Metadata
  /** what counts where the run itself chooses nothing */
  below: Omit<ChoiceSources, 'run'>
}

const NO_STREAM = { parameters: {} }
const NO_INSTANCE = { modes: {}, execution_specs: {}, train_resource: null, metadata_json: null }

/** The pipelines that are offered there and the one that is meant; null where there is none. */
export function runOf(
  draft: RunDraft,
  { stream }: Pick<Place, 'stream'>,
  version: VersionDetail,
  instance: InstanceDetail | null,
): Run | null {
  // The server checked it when it was registered.
  const metadata = version.metadata_json as Metadata
  const modes = MODES.filter(
    (mode) => pipelineOf(metadata, mode) !== null && instance?.modes[mode]?.on !== false,
  )
  const meant = draft.pipeline ?? instance?.modes.pipeline
  const mode = modes.find((one) => one === meant) ?? modes[0]
  const pipeline = mode && pipelineOf(metadata, mode)
  const below = { stream: stream ?? NO_STREAM, instance: instance ?? NO_INSTANCE, version: metadata }
  return mode && pipeline ? { modes, mode, pipeline, metadata, below } : null
}

/** Tier and data as the run will get them where the form says nothing else of the data. */
export function choicesOf({ tier }: RunDraft, { mode, below }: Run): Choices {
  return resolveChoices({ ...below, run: tier ? { execution_spec: tier } : {} }, mode)
}

/** Where the data come from: what was chosen, else the instance's own where it names some. */
export function dataFrom({ data }: RunDraft, { sample }: Choices): DataFrom {
  if (data === null || data === 'instance') return sample ? 'sample' : 'instance'
  return data
}

/** The parameter form: the run's values over what counts without them. */
export function filledOf(draft: RunDraft, { mode, pipeline, below }: Run): Filled {
  return fillFields({
    mode,
    pipeline,
    entries: draft.entries,
    given: draft.plain ? ownParameters(pipeline) : draft.given[mode],
    below: chosenBelow(below, mode),
  })
}
