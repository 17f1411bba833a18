import { isObject, isPresent } from '../rules/metadata-json.ts'
import { TIERS, type Tier } from '../rules/tiers.ts'
import type { Metadata, Pipeline } from './metadata.ts'
import type { Mode } from './modes.ts'
import { isStopSignal, type StopSignal } from './stop-signal.ts'

/** Reads pipelines of checked metadata in the same way for every generation of the format. */

/** The pipeline of that type, or null if the solution has none. */
export function pipelineOf(metadata: Metadata, mode: Mode): Pipeline | null {
  return metadata.pipeline.find((pipeline) => pipeline.type === mode) ?? null
}

/** The names of the steps that the pipeline's parameters mention, each once, in order. */
export function stepsOf(pipeline: Pipeline): string[] {
  const names = ['candidate_parameters', 'user_parameters', 'selected_user_parameters'].flatMap((key) =>
    parameterSteps(pipeline, key).map(({ step }) => step),
  )
  return [...new Set(names)]
}

/** One of the lists below `parameters`: the entries of each step as the author wrote them. */
export function parameterSteps(
  pipeline: Pipeline,
  key: string,
): { step: string; entry: Record<string, unknown> }[] {
  const list = isObject(pipeline.parameters) ? pipeline.parameters[key] : undefined
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.step === 'string' ? [{ step: entry.step, entry }] : [],
  )
}

/** The tier that the pipeline requests (`resource.default`), or null if it names no existing one. */
export function tierOf(pipeline: Pipeline): Tier | null {
  const named = isObject(pipeline.resource) ? pipeline.resource.default : undefined
  return TIERS.find((tier) => tier === named) ?? null
}

/** The addresses of the pipeline's data, without blank ones. */
export function datasetAddresses(pipeline: Pipeline): string[] {
  return textsOf(pipeline.dataset_uri)
}

/** The program and its arguments, or null for the container's own entry point. */
export function commandOf(pipeline: Pipeline): string[] | null {
  return Array.isArray(pipeline.command) ? textsOf(pipeline.command, true) : null
}

/** The container image, or null. */
export function containerOf(pipeline: Pipeline): string | null {
  return textsOf(pipeline.container_uri)[0] ?? null
}

/** The address of the archive with the code, or null. */
export function sourceAddress(pipeline: Pipeline): string | null {
  return textsOf(pipeline.source_uri)[0] ?? null
}

/** The time limit of the pipeline's runs in seconds, or null without a limit. */
export function timeoutSeconds(pipeline: Pipeline): number | null {
  const timeout = pipeline.timeout_seconds
  return typeof timeout === 'number' && isPresent(timeout) ? timeout : null
}

/** The signal that asks the pipeline's program to end. */
export function stopSignal(pipeline: Pipeline): StopSignal {
  return isStopSignal(pipeline.stop_signal) ? pipeline.stop_signal : 'SIGTERM'
}

/** The seconds between that signal and the end of the program; null for the workspace's setting. */
export function stopGraceSeconds(pipeline: Pipeline): number | null {
  const seconds = pipeline.stop_grace_seconds
  return typeof seconds === 'number' && isPresent(seconds) ? seconds : null
}

function textsOf(value: unknown, keepBlank = false): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((item): item is string => typeof item === 'string' && (keepBlank || item.trim() !== ''))
}
