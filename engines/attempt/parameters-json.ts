import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import {
  fieldsByName,
  type ParameterField,
  parameterKey,
  type StepValues,
} from '@podium/contract/solution-metadata/parameters.ts'

/**
 * Returns the parameters of a run as JSON for its program. JavaScript writes 1.0 as 1, which is another type in Python
 * and other languages, so a number whose form asks for a float is written with a point.
 * @param metadata of the version, whose pipeline describes the values; otherwise values are written unchanged
 */
export function parametersJson(metadata: Partial<Metadata>, mode: Mode, parameters: StepValues): string {
  const pipeline =
    metadata.pipeline && pipelineOf({ ...metadata, pipeline: metadata.pipeline } as Metadata, mode)
  const fields = pipeline ? fieldsByName(pipeline) : new Map<string, ParameterField>()
  return objectOf(parameters, (step, values) =>
    objectOf(values, (name, value) => jsonOf(value, isFloat(fields.get(parameterKey(step, name))))),
  )
}

function objectOf<T>(entries: Record<string, T>, textOf: (name: string, value: T) => string): string {
  const texts = Object.entries(entries).map(
    ([name, value]) => `${JSON.stringify(name)}:${textOf(name, value)}`,
  )
  return `{${texts.join(',')}}`
}

/** True for a float. Choices that are numbers are all floats if one of them has a point. */
function isFloat(field: ParameterField | undefined): boolean {
  if (field?.type === 'float') return true
  const choices = field?.selectable ?? []
  return choices.every((choice) => typeof choice === 'number') && !choices.every(Number.isInteger)
}

function jsonOf(value: unknown, asFloat: boolean): string {
  if (Array.isArray(value)) return `[${value.map((each) => jsonOf(each, asFloat)).join(',')}]`
  if (!asFloat || !Number.isInteger(value)) return JSON.stringify(value)
  const text = Object.is(value, -0) ? '-0' : String(value)
  return text.includes('e') ? text : `${text}.0`
}
