import { isPresent } from '../rules/metadata-json.ts'
import type { Pipeline } from './metadata.ts'
import { commandOf } from './metadata-pipeline.ts'
import type { Arguments, Program } from './program.ts'
import { programProblems } from './program-check.ts'

/**
 * What a run of the pipeline starts, or null for the container's own entry point. To earlier releases the keys beside the
 * command meant nothing, so what they accepted there, and would be refused now, still means nothing.
 */
export function programOf(pipeline: Pipeline): Program | null {
  const command = commandOf(pipeline)
  if (command === null) return null
  const { arguments: form, working_directory, files_uri } = pipeline
  const isSound = (part: Record<string, unknown>) => programProblems(part, '').length === 0
  return {
    command,
    ...(isPresent(form) && isSound({ arguments: form }) && { arguments: form as Arguments }),
    ...(isText(working_directory) && isSound({ working_directory }) && { working_directory }),
    ...(isText(files_uri) && isSound({ files_uri }) && { files_uri }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && isPresent(value)
}
