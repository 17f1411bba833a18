import { chosenBelow, resolveChoices } from '@podium/contract/calls/choices.ts'
import type { Instance, InstanceDetail } from '@podium/contract/calls/instances.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { Solution, VersionDetail } from '@podium/contract/calls/solutions.ts'
import type { ChosenParameters, Stream } from '@podium/contract/calls/streams.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import type { Metadata, Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { parameterSteps, pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import {
  fieldsByName,
  ownParameters,
  type ParameterType,
  parameterKey,
  type StepValues,
} from '@podium/contract/solution-metadata/parameters.ts'
import type { Program } from '@podium/contract/solution-metadata/program.ts'
import { dataAddresses } from '../components/data-addresses.ts'
import { isSample } from '../components/data-name.ts'
import type { Entry } from '../components/parameters/parameter-entry.ts'
import { type Entries, fillFields } from '../components/parameters/parameter-values.ts'
import { programOfRun } from '../components/run-program.ts'
import { isProgramOf } from './chosen-flags.ts'
import { variableLines } from './variables.ts'

/** An existing stream, a new one on an instance, or a new one on a new instance of a solution version. */
type TargetKind = 'stream' | 'new-stream' | 'new-instance'

/** The instance's own data, the version's sample, a data set of the workspace, or files of this machine. */
export type DataSource = 'instance' | 'sample' | 'set' | 'upload'

/** The choices so far; null where the form suggests a value. */
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
  /** the variables of this run only, a line each */
  variables: string
  /** the parameters of the run that this one begins from */
  copied: ChosenParameters
  /** what the run that this one begins from started; kept on its stream and for its pipeline */
  kept: Kept | null
  /** true if the version's own values were requested, so that neither the stream's nor the copied ones apply */
  usesDefaults: boolean
  entries: Entries
}

/** The streams, instances and solutions of the workspace that a run can use. */
export interface Offer {
  streams: readonly Stream[]
  instances: readonly Instance[]
  solutions: readonly Solution[]
}

export interface Kept {
  stream: string
  pipeline: Mode
  program: Program | null
  solution_version_id: string
  version_num: number
}

const NO_OFFER: Offer = { streams: [], instances: [], solutions: [] }

/** Merges two offers. The first one's records take precedence. */
export function mergeOffers(one: Offer, other: Partial<Offer>): Offer {
  return {
    streams: [...one.streams, ...(other.streams ?? [])],
    instances: [...one.instances, ...(other.instances ?? [])],
    solutions: [...one.solutions, ...(other.solutions ?? [])],
  }
}

export type NewRunAddress = Readonly<Record<string, string | undefined>>

/** Returns the solution that an address names without a stream, an instance or a run; '' if there is none. */
export function solutionAlone({ stream, instance, solution, from }: NewRunAddress): string {
  return stream || instance || from ? '' : (solution ?? '')
}

/**
 * Returns the first suggestion for a run of a solution: its stream that ran last, or a new instance if it has none.
 * @param version the version that the stream must have; null for any
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
 * Returns the draft for an address.
 * @param from the run whose values fill the form
 * @param streams the streams of the solution, if the address names only that
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
    kept: null,
    usesDefaults: false,
    entries: {},
    ...(alone && firstTarget(streams, alone, version)),
  }
  return from ? { ...draft, ...choicesOfRun(from) } : draft
}

function choicesOfRun(run: RunInfo): Partial<RunDraft> {
  const tier = TIERS.find((name) => name === run.tier_asked)
  const data = dataAddresses(run)
  const isOfSample = isSample(data)
  const { solution_version_id, version_num, stream_id: stream, pipeline } = run
  return {
    kind: 'stream',
    stream: run.stream_id,
    pipeline: run.pipeline,
    model: run.model_from ? { run: run.model_from, solution: run.solution_id } : null,
    copied: { [run.pipeline]: run.parameters },
    kept: { stream, pipeline, program: programOfRun(run), solution_version_id, version_num },
    variables: variableLines(run.variables),
    ...(tier && { tier }),
    data: isOfSample ? 'sample' : 'set',
    dataset: isOfSample ? [] : data,
  }
}

/** The target of the run: an existing stream, or one that will be created. */
export interface Target {
  kind: TargetKind
  stream: Stream | null
  instance: Instance | null
  solution: { id: string; name: string } | null
  version_num: number | null
  /** the name of a new instance */
  instance_name: string
  stream_name: string
}

/** Returns the target among the offer. A named record that is not offered is null, not replaced by a suggestion. */
export function targetOf(draft: RunDraft, { streams, instances, solutions }: Offer): Target {
  const kind = draft.kind ?? (streams.length > 0 ? 'stream' : 'new-instance')
  const target = { kind, stream: null, instance: null, instance_name: '' }
  const stream = namedOr(streams[0], draft.stream, streams)
  if (kind === 'stream') {
    const { version_num } = keptOn(draft, stream) ?? {}
    const of = { ...versionOf(stream), ...(version_num !== undefined && { version_num }) }
    return { ...target, stream, ...of, stream_name: stream?.name ?? '' }
  }
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

/** Returns what the run that this one begins from started, if this one is of the same stream. */
export function keptOn({ kept }: Pick<RunDraft, 'kept'>, stream: Stream | null): Kept | null {
  return kept && kept.stream === stream?.id ? kept : null
}

/** Returns the record with the id, or the suggested one if no id is named. */
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

/** Returns why an instance takes no further stream, undefined if it does. */
export function instanceDisabledReason(instance: Instance): string | undefined {
  if (instance.draft) return 'draft'
  return instance.coupled && instance.stream_count > 0 ? 'coupled to its stream' : undefined
}

/** Returns the run of the chosen model, if that belongs to the solution; '' for the newest model of the stream. */
export function modelOf({ model }: RunDraft, { solution }: Target): string {
  return model && model.solution === solution?.id ? model.run : ''
}

/** The pipeline that will run, with its data, tier and parameters. */
export type Run = NonNullable<ReturnType<typeof runOf>>

const NO_INSTANCE = { modes: {}, execution_specs: {}, train_resource: null, metadata_json: null }

/** Returns the pipelines that the instance offers, and what the chosen one runs with; null if there is none. */
export function runOf(
  draft: RunDraft,
  stream: Stream | null,
  version: VersionDetail,
  instance: InstanceDetail | null,
) {
  // The server validated it at registration.
  const metadata = version.metadata_json as Metadata
  const modes = MODES.filter((one) => pipelineOf(metadata, one) && instance?.modes[one]?.on !== false)
  const asked = draft.pipeline ?? instance?.modes.pipeline
  const mode = modes.find((one) => one === asked) ?? modes[0]
  const own = mode && pipelineOf(metadata, mode)
  if (!mode || !own) return null
  const kept = keptOn(draft, stream)
  const program = kept?.pipeline === mode ? kept.program : null
  // The version describes the parameters of its own program, not those of another file of the folder.
  const described = !program || isProgramOf(own, program) ? own : { ...own, parameters: {} }
  const pipeline = program ? withTyped(described, program, draft.copied[mode] ?? {}) : own
  const below = { stream: stream ?? { parameters: {} }, instance: instance ?? NO_INSTANCE, version: metadata }
  const choices = resolveChoices({ ...below, run: { execution_spec: draft.tier ?? undefined } }, mode)
  // The default: the instance's own data, or the sample if it has none.
  const unchosen: DataSource = choices.sample ? 'sample' : 'instance'
  return {
    modes,
    mode,
    pipeline,
    metadata,
    /** The tier, and the data if the form chooses none. */
    choices,
    /** The addresses that the instance's Data Wrangler sets; '' for none. */
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

/** Adds a field for each parameter on the command line that the version does not describe. */
function withTyped(pipeline: Pipeline, program: Program, values: StepValues): Pipeline {
  const form = Array.isArray(program.arguments) ? program.arguments : []
  const names = new Set(form.flatMap((argument) => (typeof argument === 'string' ? [] : [argument.name])))
  const described = fieldsByName(pipeline)
  const added = Object.entries(values).flatMap(([step, chosen]) => {
    const args = Object.entries(chosen)
      .filter(([name]) => names.has(name) && !described.has(parameterKey(step, name)))
      .map(([name, value]) => ({ name, type: typeOf(value) }))
    return args.length === 0 ? [] : [{ step, args }]
  })
  if (added.length === 0) return pipeline
  const parameters = isObject(pipeline.parameters) ? pipeline.parameters : {}
  const own = parameterSteps(pipeline, 'user_parameters').map(({ entry }) => entry)
  return { ...pipeline, parameters: { ...parameters, user_parameters: [...own, ...added] } }
}

function typeOf(value: unknown): ParameterType {
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'number' ? 'float' : 'string'
}

/**
 * Returns the initial state of the form, which has everything except the files.
 * @param saved the draft that a lost session left
 */
export function openingState(first: RunDraft, saved?: RunDraft) {
  const refused: Readonly<Record<string, string>> = {}
  return {
    draft: saved ?? first,
    /** True once the draft names its target, so that changes of the lists no longer change it. */
    isPinned: false,
    /** True once something was chosen that leaving would lose. */
    isTyped: saved !== undefined,
    /** records that were chosen from a search */
    found: NO_OFFER,
    /** The number of tries. Each one focuses the first invalid field; problems are shown after the first. */
    tries: 0,
    /** why the last try failed, if no field shows it */
    refusal: '',
    /** the server's messages about parameters, by their path in the request */
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

/** For each kind of target, the noun of the record that may be deleted, and the part of the draft that names it. */
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
        // Kept in the draft, so that no other record is suggested.
        ...chosen({ [part]: action.target[part]?.id ?? '' }),
        found: NO_OFFER,
        refusal: `This ${noun} was deleted in the meantime. Choose another.`,
      }
    }
  }
}

/** Returns the draft with its target fixed, and the model of an address assigned to the target's solution. */
function pinned(draft: RunDraft, offer: Offer): RunDraft {
  const { kind, stream, solution } = targetOf(draft, offer)
  const model = draft.model && { ...draft.model, solution: draft.model.solution || (solution?.id ?? '') }
  return { ...draft, kind, stream: stream?.id ?? draft.stream, model }
}
