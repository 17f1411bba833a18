import { chosenBelow, resolveChoices } from '@podium/contract/calls/choices.ts'
import type { Instance, InstanceDetail } from '@podium/contract/calls/instances.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { Solution, VersionDetail } from '@podium/contract/calls/solutions.ts'
import type { ChosenParameters, Stream } from '@podium/contract/calls/streams.ts'
import { TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import { type Metadata, MODES, type Mode } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { ownParameters } from '@podium/contract/solution-metadata/parameters.ts'
import { isSample } from '../components/data-name.ts'
import type { Entry } from '../components/parameters/parameter-entry.ts'
import { type Entries, fillFields } from '../components/parameters/parameter-values.ts'
import { variableLines } from './variables.ts'

/** A stream there is, a new one on an instance, or a new one on a new instance of a solution version. */
type TargetKind = 'stream' | 'new-stream' | 'new-instance'

/** The instance's own data, the version's sample, a data set of the workspace, or files of this machine. */
export type DataSource = 'instance' | 'sample' | 'set' | 'upload'

/** What was chosen so far; null where the form suggests something. */
export interface RunDraft {
  kind: TargetKind | null
  stream: string
  instance: string
  solution: string
  version: number | null
  instance_name: string | null
  stream_name: string | null
  pipeline: Mode | null
  /** the run whose model is used, and its solution; null for the newest of the stream */
  model: { run: string; solution: string } | null
  data: DataSource | null
  dataset: string[]
  folder: string | null
  tier: Tier | null
  /** the variables of this run alone, a line each */
  variables: string
  /** the parameters of the run that this one begins from */
  copied: ChosenParameters
  /** The version's own values were asked for, so neither the stream's nor the copied ones count. */
  usesDefaults: boolean
  entries: Entries
}

/** What the workspace offers to run. */
export interface Offer {
  streams: readonly Stream[]
  instances: readonly Instance[]
  solutions: readonly Solution[]
}

const NO_OFFER: Offer = { streams: [], instances: [], solutions: [] }

/** What both offer. A record that both have is found as the first has it. */
export function mergeOffers(one: Offer, other: Partial<Offer>): Offer {
  return {
    streams: [...one.streams, ...(other.streams ?? [])],
    instances: [...one.instances, ...(other.instances ?? [])],
    solutions: [...one.solutions, ...(other.solutions ?? [])],
  }
}

export type NewRunAddress = Readonly<Record<string, string | undefined>>

/** The solution that an address names without saying which of its streams runs; '' where there is none. */
export function solutionAlone({ stream, instance, solution, from }: NewRunAddress): string {
  return stream || instance || from ? '' : (solution ?? '')
}

/**
 * The stream that a run of a solution goes to until another is chosen, the one that ran last, or a new instance where it has none.
 * @param version the only version that the stream may have; null for any
 */
export function firstTarget(streams: readonly Stream[], solution_id: string, version: number | null) {
  const fitting = streams.filter(
    (one) => one.solution_id === solution_id && (version === null || one.version_num === version),
  )
  const [stream] = fitting.toSorted((one, other) =>
    (other.last_run_at ?? '').localeCompare(one.last_run_at ?? ''),
  )
  return stream ? ({ kind: 'stream', stream: stream.id } as const) : ({ kind: 'new-instance' } as const)
}

/**
 * The draft that an address asks for.
 * @param from the run that fills the form in
 * @param streams those of a solution that the address names alone
 */
export function draftOf(search: NewRunAddress, from?: RunInfo, streams: readonly Stream[] = []): RunDraft {
  const { stream, instance, solution, pipeline, model, tier, dataset } = search
  const version = Number(search.version?.replace(/^v/, '')) || null
  const alone = solutionAlone(search)
  const draft: RunDraft = {
    kind: (stream && 'stream') || (instance && 'new-stream') || null,
    stream: stream ?? '',
    instance: instance ?? '',
    solution: solution ?? '',
    version,
    instance_name: null,
    stream_name: null,
    pipeline: MODES.find((mode) => mode === pipeline) ?? null,
    model: model ? { run: model, solution: '' } : null,
    data: dataset ? 'set' : null,
    dataset: dataset ? [dataset] : [],
    folder: null,
    tier: TIERS.find((name) => name === tier) ?? null,
    variables: '',
    copied: {},
    usesDefaults: false,
    entries: {},
    ...(alone && firstTarget(streams, alone, version)),
  }
  return from ? { ...draft, ...choicesOfRun(from) } : draft
}

function choicesOfRun(run: RunInfo): Partial<RunDraft> {
  const tier = TIERS.find((name) => name === run.tier_asked)
  const isOfSample = isSample(run.dataset_uri)
  return {
    kind: 'stream',
    stream: run.stream_id,
    pipeline: run.pipeline,
    model: run.model_from ? { run: run.model_from, solution: run.solution_id } : null,
    copied: { [run.pipeline]: run.parameters },
    variables: variableLines(run.variables),
    ...(tier && { tier }),
    data: isOfSample ? 'sample' : 'set',
    dataset: isOfSample ? [] : run.dataset_uri,
  }
}

/** Where the run will belong: a stream there is, or one to be made. */
export interface Target {
  kind: TargetKind
  stream: Stream | null
  instance: Instance | null
  solution: { id: string; name: string } | null
  version_num: number | null
  /** of a new instance */
  instance_name: string
  stream_name: string
}

/** Finds the target among the offer. What is named and not offered is left empty: nothing else takes its place. */
export function targetOf(draft: RunDraft, { streams, instances, solutions }: Offer): Target {
  const kind = draft.kind ?? (streams.length > 0 ? 'stream' : 'new-instance')
  const target = { kind, stream: null, instance: null, instance_name: '' }
  const stream = namedOr(streams[0], draft.stream, streams)
  if (kind === 'stream') return { ...target, stream, ...versionOf(stream), stream_name: stream?.name ?? '' }
  const ofStream = instances.find(({ id }) => id === stream?.instance_id)
  const free = [ofStream, ...instances].find((one) => one && instanceDisabledReason(one) === undefined)
  const instance = namedOr(free, draft.instance, instances)
  if (kind === 'new-stream') {
    const stream_name = draft.stream_name ?? instance?.name ?? ''
    return { ...target, instance, ...versionOf(instance), stream_name }
  }
  const before = draft.instance === '' ? stream : instance
  const suggested = solutions.find(({ id }) => id === before?.solution_id) ?? solutions[0]
  const solution = namedOr(suggested, draft.solution, solutions)
  const version_num = draft.version ?? solution?.versions[0]?.version_num ?? null
  const instance_name = draft.instance_name ?? (solution ? `${solution.name}-v${version_num ?? 1}` : '')
  return { ...target, solution, version_num, instance_name, stream_name: draft.stream_name ?? instance_name }
}

/** The record of that id; the suggested one where none is named. */
function namedOr<One extends { id: string }>(
  suggested: One | null | undefined,
  named: string,
  list: readonly One[],
): One | null {
  return (named ? list.find(({ id }) => id === named) : suggested) ?? null
}

function versionOf(source: Stream | Instance | null): Pick<Target, 'solution' | 'version_num'> {
  return {
    solution: source && { id: source.solution_id, name: source.solution_name },
    version_num: source?.version_num ?? null,
  }
}

/** Why an instance takes no further stream; undefined when it does. */
export function instanceDisabledReason(instance: Instance): string | undefined {
  if (instance.draft) return 'draft'
  return instance.coupled && instance.stream_count > 0 ? 'coupled to its stream' : undefined
}

/** The run whose model was chosen, where it is of the solution that runs; '' for the newest of the stream. */
export function modelOf({ model }: RunDraft, { solution }: Target): string {
  return model && model.solution === solution?.id ? model.run : ''
}

/** What of the version will run, and with what. */
export type Run = NonNullable<ReturnType<typeof runOf>>

const NO_INSTANCE = { modes: {}, execution_specs: {}, train_resource: null, metadata_json: null }

/** The pipelines that the instance offers of the version and what the chosen one runs with; null where there is none. */
export function runOf(
  draft: RunDraft,
  stream: Stream | null,
  version: VersionDetail,
  instance: InstanceDetail | null,
) {
  // The server checked it when it was registered.
  const metadata = version.metadata_json as Metadata
  const modes = MODES.filter((one) => pipelineOf(metadata, one) && instance?.modes[one]?.on !== false)
  const asked = draft.pipeline ?? instance?.modes.pipeline
  const mode = modes.find((one) => one === asked) ?? modes[0]
  const pipeline = mode && pipelineOf(metadata, mode)
  if (!mode || !pipeline) return null
  const below = { stream: stream ?? { parameters: {} }, instance: instance ?? NO_INSTANCE, version: metadata }
  const choices = resolveChoices({ ...below, run: { execution_spec: draft.tier ?? undefined } }, mode)
  // What was chosen, else the instance's own data where it names some.
  const unchosen: DataSource = choices.sample ? 'sample' : 'instance'
  return {
    modes,
    mode,
    pipeline,
    metadata,
    /** Tier and data, where the form says nothing else of the data. */
    choices,
    /** Addresses that the Data Wrangler of the instance names; '' for none. */
    wrangled: {
      code: instance?.modes.data_wrangler?.code_uri ?? '',
      data: instance?.modes.data_wrangler?.dataset_uri ?? '',
    },
    data: draft.data === null || draft.data === 'instance' ? unchosen : draft.data,
    parameters: fillFields({
      mode,
      pipeline,
      entries: draft.entries,
      initial: draft.usesDefaults ? ownParameters(pipeline) : draft.copied[mode],
      below: chosenBelow(below, mode),
    }),
  }
}

/**
 * The whole of the form, beside the files, as it opens.
 * @param saved what a lost session left of the draft
 */
export function openingState(first: RunDraft, saved?: RunDraft) {
  const refused: Readonly<Record<string, string>> = {}
  return {
    draft: saved ?? first,
    /** The draft names its target, so that another one that the lists show first does not take its place. */
    isPinned: false,
    /** Something was chosen, so that leaving loses it. */
    isTyped: saved !== undefined,
    /** records that a search found and that were chosen from it */
    found: NO_OFFER,
    /** Counts up whenever the first field that is wrong takes the focus; what is wrong is shown from the first one on. */
    tries: 0,
    /** why the last try failed, where no field shows it */
    refusal: '',
    /** what the server found wrong with parameters, by their path in the request */
    refused,
  }
}

export type RunState = ReturnType<typeof openingState>

export type RunAction =
  | { type: 'pin'; offer: Offer }
  | { type: 'choose'; part: Partial<RunDraft>; found?: Partial<Offer> }
  | { type: 'enter'; key: string; entry: Entry }
  | { type: 'use defaults' }
  | { type: 'try' }
  | { type: 'refuse'; sentence: string }
  | { type: 'refuse fields'; messages: Readonly<Record<string, string>> }
  | { type: 'lose target'; target: Target }

const TARGET_PARTS = ['kind', 'stream', 'instance', 'solution', 'version']

/** What a kind of target is lost by: its name in a sentence, and the part of the draft that names it. */
const LOST = {
  stream: { noun: 'stream', part: 'stream' },
  'new-stream': { noun: 'instance', part: 'instance' },
  'new-instance': { noun: 'version', part: 'solution' },
} as const

export function runReducer(state: RunState, action: RunAction): RunState {
  const chosen = (part: Partial<RunDraft>) => ({
    ...state,
    isTyped: true,
    draft: { ...state.draft, ...part },
  })
  switch (action.type) {
    case 'pin':
      return { ...state, isPinned: true, draft: pinned(state.draft, action.offer) }
    case 'choose':
      return {
        ...chosen(action.part),
        found: mergeOffers(state.found, action.found ?? {}),
        refusal: TARGET_PARTS.some((part) => part in action.part) ? '' : state.refusal,
      }
    case 'enter':
      return { ...chosen({ entries: { ...state.draft.entries, [action.key]: action.entry } }), refused: {} }
    case 'use defaults':
      return { ...chosen({ entries: {}, copied: {}, usesDefaults: true }), refused: {} }
    case 'try':
      return { ...state, tries: state.tries + 1, refusal: '' }
    case 'refuse':
      return { ...state, refusal: action.sentence }
    case 'refuse fields':
      return { ...state, tries: state.tries + 1, refused: action.messages }
    case 'lose target': {
      const { noun, part } = LOST[action.target.kind]
      return {
        // It stays named, so that no other is suggested in its place.
        ...chosen({ [part]: action.target[part]?.id ?? '' }),
        found: NO_OFFER,
        refusal: `This ${noun} was deleted in the meantime. Choose another.`,
      }
    }
  }
}

/** With the target that makes sense now, and the model of an address taken for one of its solution. */
function pinned(draft: RunDraft, offer: Offer): RunDraft {
  const { kind, stream, solution } = targetOf(draft, offer)
  const model = draft.model && { ...draft.model, solution: draft.model.solution || (solution?.id ?? '') }
  return { ...draft, kind, stream: stream?.id ?? draft.stream, model }
}
