import { isObject, isPresent } from '../rules/metadata-json.ts'
import type { Pipeline } from './metadata.ts'
import { parameterSteps } from './metadata-pipeline.ts'
import {
  fieldsByName,
  isChoice,
  PARAMETER_TYPES,
  type ParameterField,
  type ParameterType,
  parameterKey,
  parameterType,
  writtenChoices,
} from './parameters.ts'
import { cut } from './parameters-check.ts'

/** Sentences about described parameters for which the form cannot ask as their author meant. */
export function describedWarnings(pipeline: Pipeline): string[] {
  const fields = fieldsByName(pipeline)
  const seen = new Set<string>()
  return parameterSteps(pipeline, 'user_parameters').flatMap(({ step, entry }) => {
    const described: unknown[] = Array.isArray(entry.args) ? entry.args : []
    return described.filter(isObject).flatMap((argument) => {
      const { name } = argument
      if (typeof name !== 'string') return []
      const key = parameterKey(step, name)
      const which = `${cut(name)} of step ${cut(step)} in the ${pipeline.type} pipeline`
      if (seen.has(key)) return [`${which} is described twice. The first description is used.`]
      seen.add(key)
      const field = fields.get(key)
      return field === undefined ? [] : faultsOf(field, argument).map((fault) => `${which} ${fault}`)
    })
  })
}

function faultsOf(field: ParameterField, argument: Record<string, unknown>): string[] {
  return [
    ...typeFaults(argument.type),
    ...defaultFaults(field, argument.default),
    ...choiceFaults(field, argument),
  ]
}

function typeFaults(written: unknown): string[] {
  const type = parameterType(written)
  if (type !== null)
    return type === written ? [] : [`has the type ${shown(written)}, which is read as ${type}.`]
  const meant = typeof written === 'string' ? OTHER_TYPES.get(written.toLowerCase()) : undefined
  return [`has no known type: write ${meant ?? ANY_TYPE}.`]
}

const ANY_TYPE = `${PARAMETER_TYPES.slice(0, -1).join(', ')} or ${PARAMETER_TYPES.at(-1)}`

/** The names of types in other tools. */
const OTHER_TYPES = new Map<string, ParameterType>(
  Object.entries({
    int: ['integer', 'int32', 'int64', 'long'],
    float: ['number', 'double', 'decimal', 'numeric', 'real'],
    bool: ['switch', 'checkbox', 'toggle'],
    string: ['str', 'text', 'path', 'file', 'char', 'date'],
    single_selection: ['select', 'selection', 'choice', 'enum', 'dropdown', 'categorical'],
    multi_selection: ['multiselect', 'multi_select', 'choices', 'list', 'array'],
  } satisfies Record<ParameterType, string[]>).flatMap(([type, words]) =>
    words.map((word): [string, ParameterType] => [word, type as ParameterType]),
  ),
)

function defaultFaults({ type, default: read }: ParameterField, written: unknown): string[] {
  if (read !== null || ![written].flat().some(isPresent)) return []
  return [`has the default ${shown(written)}, which is not ${DEFAULTS[type]}, so it is left out.`]
}

const DEFAULTS: Record<ParameterType, string> = {
  int: 'a number',
  float: 'a number',
  bool: 'true or false',
  string: 'a text',
  single_selection: 'a choice',
  multi_selection: 'a choice',
}

function choiceFaults(
  { selectable }: ParameterField,
  { type, selectable: written }: Record<string, unknown>,
) {
  if (type !== 'single_selection' && type !== 'multi_selection') return []
  const leftOut = writtenChoices(written).filter((one) => isPresent(one) && !isChoice(one))
  return [
    ...leftOut.map(
      (one) =>
        `has the choice ${shown(one)}, which is neither text, number, true nor false, so it is left out.`,
    ),
    ...(selectable.length === 0 ? ['is a selection without choices: people can type anything.'] : []),
  ]
}

function shown(written: unknown): string {
  return cut(JSON.stringify(written) ?? 'nothing')
}
