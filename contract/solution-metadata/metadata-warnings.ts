import { isObject, isPresent, memberPath } from '../rules/metadata-json.ts'
import { isGpuTier, tierLabels } from '../rules/tiers.ts'
import type { Metadata, Pipeline } from './metadata.ts'
import { describedWarnings } from './metadata-form-warnings.ts'
import { commandOf, containerOf, parameterSteps, tierOf } from './metadata-pipeline.ts'
import type { Host } from './other-tools.ts'
import { fieldsByName, parameterKey } from './parameters.ts'
import { cut, ownProblems } from './parameters-check.ts'

const MAX_WARNINGS = 20
const LONGEST_PATH = 200
const SHOWN_OVERVIEW = 500
const DETAIL_BYTES = 5000

/**
 * Sentences about parts that are accepted but will not run, or not as the author meant: the first twenty, then the
 * number of further ones.
 */
export function metadataWarnings(metadata: Metadata, host: Pick<Host, 'containers' | 'largest'>): string[] {
  const ofPipelines = metadata.pipeline.flatMap((pipeline) => [
    ...startWarnings(pipeline, host.containers),
    ...tierWarnings(pipeline, host.largest.gpu),
    ...formWarnings(pipeline),
    ...describedWarnings(pipeline),
    ...valueWarnings(pipeline),
  ])
  return limited([
    ...descriptionWarnings(metadata.description),
    ...ofPipelines,
    ...numberWarnings(metadata, ''),
  ])
}

function limited(warnings: string[]): string[] {
  const more = warnings.length - MAX_WARNINGS
  if (more <= 0) return warnings
  return [...warnings.slice(0, MAX_WARNINGS), `And ${more} more warning${more === 1 ? '' : 's'}.`]
}

/** Longer texts are stored and shown, but programs that write metadata for others refuse them. */
function descriptionWarnings(description: unknown): string[] {
  const { overview, detail } = isObject(description) ? description : { overview: description, detail: [] }
  const long =
    typeof overview === 'string' && [...overview].length >= SHOWN_OVERVIEW
      ? [`The overview has ${SHOWN_OVERVIEW} characters or more: lists show its beginning.`]
      : []
  const parts = Array.isArray(detail) ? detail.filter(isObject) : []
  return [
    ...long,
    ...parts.flatMap(({ title, content }, index) =>
      [title, content].some((text) => bytesOf(text) >= DETAIL_BYTES)
        ? [`Part ${index + 1} of the detail has 5,000 bytes or more: other registration clients refuse it.`]
        : [],
    ),
  ]
}

function bytesOf(text: unknown): number {
  return typeof text === 'string' ? new TextEncoder().encode(text).length : 0
}

/** A number with more digits than JavaScript keeps was changed during parsing, before any check. */
function numberWarnings(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => numberWarnings(item, `${path}[${index}]`))
  if (isObject(value))
    return Object.entries(value).flatMap(([key, member]) =>
      numberWarnings(member, cut(memberPath(path, key), LONGEST_PATH)),
    )
  const isChanged = Number.isInteger(value) && !Number.isSafeInteger(value)
  if (!isChanged) return []
  return [
    `${path} has more digits than a number can hold and is stored as ${value}. Write it as a text to keep every digit.`,
  ]
}

function startWarnings(pipeline: Pipeline, containers: boolean): string[] {
  if (commandOf(pipeline) !== null) return []
  if (containerOf(pipeline) === null)
    return [`The ${pipeline.type} pipeline names neither a command nor a container, so it cannot run.`]
  if (containers) return []
  return [
    `The ${pipeline.type} pipeline names a container and no command, but no containers run here, so it cannot start. Give it a command and register its source.`,
  ]
}

function tierWarnings(pipeline: Pipeline, gpus: number): string[] {
  const requested = isObject(pipeline.resource) ? pipeline.resource.default : undefined
  const tier = tierOf(pipeline)
  if (tier !== null && isGpuTier(tier) && gpus === 0)
    return [
      `The ${pipeline.type} pipeline requests the tier ${tierLabels[tier]}, and no run gets a GPU here: choose another tier for each run, or on its instance.`,
    ]
  if (!isPresent(requested) || tier !== null) return []
  return [
    `The ${pipeline.type} pipeline requests the tier ${cut(JSON.stringify(requested))}, which does not exist.`,
  ]
}

function formWarnings(pipeline: Pipeline): string[] {
  const fields = fieldsByName(pipeline)
  return parameterSteps(pipeline, 'candidate_parameters').flatMap(({ step, entry }) => {
    const names: unknown[] = Array.isArray(entry.ui_args) ? entry.ui_args : []
    return names
      .filter((name) => typeof name !== 'string' || !fields.has(parameterKey(step, name)))
      .map(
        (name) =>
          `The ${pipeline.type} pipeline lets people set ${shown(name)} of step ${cut(step)} but does not describe it.`,
      )
  })
}

function valueWarnings(pipeline: Pipeline): string[] {
  return ownProblems(pipeline).map(
    ({ message }) =>
      `Runs start with the ${pipeline.type} pipeline's own value, although it is not an allowed choice: ${message}`,
  )
}

/** A name may be any JSON value. */
function shown(name: unknown): string {
  return cut(typeof name === 'string' ? name : (JSON.stringify(name) ?? 'nothing'))
}
