import { packageChoiceProblems } from '../python-packages/package-choice.ts'
import {
  isForbiddenKey,
  isObject,
  isPresent,
  jsonProblem,
  type MetadataProblem,
  memberPath,
} from '../rules/metadata-json.ts'
import { limits, patterns } from '../rules/rules.ts'
import { stopGraceProblem } from '../rules/run-settings.ts'
import type { Mode } from './modes.ts'
import { programProblems } from './program-check.ts'
import { isStopSignal } from './stop-signal.ts'

/**
 * The metadata of a solution version, generations 1.0, 1.1 and 1.2. It is stored as sent. Only the parts that the
 * product reads are checked, and only `name` and `pipeline` are required. Missing, null and '' are equivalent.
 */

export interface Pipeline extends Record<string, unknown> {
  type: Mode
}

export interface Metadata extends Record<string, unknown> {
  name: string
  pipeline: Pipeline[]
}

export type MetadataCheck = { metadata: Metadata } | { problems: MetadataProblem[] }

/**
 * Checks metadata as a client sent it: at most 256 KiB as canonical JSON, 20 levels, 5,000 keys. Unknown keys are
 * allowed. Returns the same value, or all problems found.
 */
export function checkMetadata(value: unknown): MetadataCheck {
  const unfit = jsonProblem(value, limits.metadata_bytes)
  if (unfit !== null) return { problems: [unfit] }
  if (!isObject(value)) return { problems: [{ path: '', message: 'The metadata must be a JSON object.' }] }
  const problems = [
    ...nameProblems(value.name),
    ...pipelineListProblems(value.pipeline),
    ...descriptionProblems(value.description),
    ...packageChoiceProblems(value.python),
    ...folderProblems(value.folder),
  ]
  if (isPresent(value.metadata_version) && !['number', 'string'].includes(typeof value.metadata_version))
    problems.push({ path: 'metadata_version', message: 'Give the version as a number or a text.' })
  return problems.length === 0 ? { metadata: value as Metadata } : { problems }
}

/** The problem with the name of a new solution in the console and the command line, or null. */
export function checkSolutionName(name: string): string | null {
  if (patterns.solution_name.test(name)) return null
  return 'Use lower-case letters, digits and hyphens, 2 to 50 of them.'
}

/** True if any client, of any age, could have given a solution that name. */
export function isSolutionNameOnWire(name: string): boolean {
  return patterns.solution_name_wire.test(name) && name.length <= limits.solution_name
}

/** Why a name that differs from a solution's only in upper and lower case is taken. `next`: such as 'v 3'. */
export function otherLettersProblem(known: string, next: string): string {
  return `${known} already exists. For ${next}, spell the name exactly like that, or choose another name.`
}

function nameProblems(name: unknown): MetadataProblem[] {
  if (!isPresent(name)) return [{ path: 'name', message: 'The name of the solution is missing.' }]
  if (typeof name !== 'string') return [{ path: 'name', message: 'The name must be a text.' }]
  if (!patterns.solution_name_wire.test(name))
    return [{ path: 'name', message: 'Use letters, digits and hyphens only in the name.' }]
  if (name.length > limits.solution_name)
    return [{ path: 'name', message: `The name is longer than ${limits.solution_name} characters.` }]
  return []
}

function pipelineListProblems(list: unknown): MetadataProblem[] {
  const path = 'pipeline'
  if (!isPresent(list)) return [{ path, message: 'The list of pipelines is missing.' }]
  if (!Array.isArray(list)) return [{ path, message: 'The pipelines must be a list.' }]
  if (list.length < 1 || list.length > 2)
    return [{ path, message: 'Give one or two pipelines: train, inference or both.' }]
  const problems = list.flatMap((pipeline, index) => pipelineProblems(pipeline, `${path}[${index}]`))
  const types = list.map((pipeline) => (isObject(pipeline) ? pipeline.type : undefined))
  if (list.length === 2 && types[0] === types[1] && problems.length === 0)
    problems.push({ path: 'pipeline[1].type', message: `There are two ${types[0]} pipelines.` })
  return problems
}

function pipelineProblems(pipeline: unknown, path: string): MetadataProblem[] {
  if (!isObject(pipeline)) return [{ path, message: 'A pipeline must be an object.' }]
  const at = (key: string) => memberPath(path, key)
  const problems: MetadataProblem[] = []
  if (pipeline.type !== 'train' && pipeline.type !== 'inference')
    problems.push({ path: at('type'), message: 'The type of a pipeline is "train" or "inference".' })
  for (const key of ['container_uri', 'source_uri', 'artifact_uri'])
    if (isPresent(pipeline[key]) && typeof pipeline[key] !== 'string')
      problems.push({ path: at(key), message: 'The address must be a text.' })
  for (const key of ['dataset_uri', 'model_uri'])
    if (isPresent(pipeline[key]) && typeof pipeline[key] !== 'string' && !isTextList(pipeline[key]))
      problems.push({ path: at(key), message: 'Give one address or a list of addresses.' })
  if (Array.isArray(pipeline.dataset_uri) && pipeline.dataset_uri.length > limits.dataset_addresses)
    problems.push({ path: at('dataset_uri'), message: `Give ${limits.dataset_addresses} addresses at most.` })
  const timeout = pipeline.timeout_seconds
  if (isPresent(timeout) && !(typeof timeout === 'number' && timeout > 0))
    problems.push({ path: at('timeout_seconds'), message: 'Give a number of seconds above 0.' })
  if (isPresent(pipeline.stop_signal) && !isStopSignal(pipeline.stop_signal))
    problems.push({ path: at('stop_signal'), message: 'The signal is "SIGTERM" or "SIGINT".' })
  const grace = isPresent(pipeline.stop_grace_seconds) ? stopGraceProblem(pipeline.stop_grace_seconds) : null
  if (grace !== null) problems.push({ path: at('stop_grace_seconds'), message: grace })
  if (isPresent(pipeline.resource) && !isObject(pipeline.resource))
    problems.push({
      path: at('resource'),
      message: 'The resource must be an object like {"default": "standard"}.',
    })
  return [
    ...problems,
    ...programProblems(pipeline, path),
    ...parameterProblems(pipeline.parameters, at('parameters')),
  ]
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function parameterProblems(parameters: unknown, path: string): MetadataProblem[] {
  if (!isPresent(parameters)) return []
  if (!isObject(parameters)) return [{ path, message: 'The parameters must be an object.' }]
  return [
    ...stepListProblems(parameters.candidate_parameters, `${path}.candidate_parameters`),
    ...stepListProblems(parameters.selected_user_parameters, `${path}.selected_user_parameters`),
    ...formProblems(parameters.user_parameters, `${path}.user_parameters`),
  ]
}

function stepListProblems(list: unknown, path: string): MetadataProblem[] {
  if (!isPresent(list)) return []
  if (!Array.isArray(list)) return [{ path, message: 'Give a list of steps like {"step": …, "args": …}.' }]
  return list.flatMap((entry, index) => {
    const at = `${path}[${index}]`
    if (!isObject(entry)) return [{ path: at, message: 'A step must be an object.' }]
    return wordProblems(entry.step, `${at}.step`, 'the step')
  })
}

function formProblems(list: unknown, path: string): MetadataProblem[] {
  const problems = stepListProblems(list, path)
  if (problems.length > 0 || !Array.isArray(list)) return problems
  const described = list.flatMap((entry: Record<string, unknown>, step) =>
    Array.isArray(entry.args)
      ? entry.args.map((argument: unknown, index) => ({ argument, at: `${path}[${step}].args[${index}]` }))
      : [],
  )
  if (described.length > limits.parameters) {
    const message = `A pipeline can ask for ${limits.parameters} parameters at most; this one describes ${described.length}.`
    return [{ path, message }]
  }
  return described.flatMap(({ argument, at }) => {
    if (!isObject(argument)) return [{ path: at, message: 'A parameter must be described by an object.' }]
    return [
      ...wordProblems(argument.name, `${at}.name`, 'the parameter'),
      ...choiceProblems(argument.selectable, `${at}.selectable`),
    ]
  })
}

function choiceProblems(selectable: unknown, path: string): MetadataProblem[] {
  const choices: unknown = typeof selectable === 'string' ? selectable.split(',') : selectable
  if (!Array.isArray(choices)) return []
  const { length } = choices.flat()
  if (length <= limits.choices) return []
  const message = `A parameter can have ${limits.choices} choices at most; this one has ${length}.`
  return [{ path, message }]
}

function wordProblems(word: unknown, path: string, what: string): MetadataProblem[] {
  if (typeof word !== 'string' || word === '') return [{ path, message: `Give ${what} a name.` }]
  return isForbiddenKey(word) ? [{ path, message: `The name "${word}" is not allowed.` }] : []
}

function descriptionProblems(description: unknown): MetadataProblem[] {
  const path = 'description'
  if (!isPresent(description) || typeof description === 'string') return []
  if (!isObject(description)) return [{ path, message: 'The description must be an object.' }]
  const detail = description.detail
  if (!isPresent(detail) || typeof detail === 'string') return []
  if (!Array.isArray(detail) || !detail.every(isObject))
    return [{ path: `${path}.detail`, message: 'Give the detail as a list like {"title": …, "content": …}.' }]
  return []
}

/** `folder` says where a folder was when it was registered; a text or a number belongs to another tool. */
function folderProblems(folder: unknown): MetadataProblem[] {
  if (!isObject(folder)) return []
  const message =
    'Give `digest`, `commit` and `branch` as texts of at most 200 characters, and `is_dirty` as true or false.'
  const isText = (value: unknown) => typeof value === 'string' && value.length <= 200
  return Object.entries(folder)
    .filter(([, value]) => isPresent(value))
    .filter(([key, value]) => (key === 'is_dirty' ? typeof value !== 'boolean' : !isText(value)))
    .map(([key]) => ({ path: memberPath('folder', key), message }))
}
