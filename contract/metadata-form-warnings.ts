import { isPresent, type Pipeline } from './metadata.ts'
import { isObject } from './metadata-json.ts'
import { parameterSteps } from './metadata-pipeline.ts'
import {
  fieldsByName,
  isChoice,
  type ParameterField,
  type ParameterType,
  parameterKey,
  writtenChoices,
} from './parameters.ts'
import { cut } from './parameters-check.ts'

/** Sentences about described parameters that cannot be asked for as their author meant. */
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
  return [...defaultFaults(field, argument.default), ...choiceFaults(field, argument)]
}

function defaultFaults({ type, default: read }: ParameterField, written: unknown): string[] {
  if (read !== null || ![written].flat().some(isPresent)) return []
  return [`has the default ${shown(written)}, which is not a ${DEFAULTS[type]}, so it is left out.`]
}

const DEFAULTS: Record<ParameterType, string> = {
  int: 'number',
  float: 'number',
  string: 'text',
  single_selection: 'choice',
  multi_selection: 'choice',
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
