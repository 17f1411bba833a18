import { isGiven, type Pipeline } from './metadata.ts'
import { isObject } from './metadata-json.ts'
import { parameterSteps } from './metadata-pipeline.ts'
import { fieldsByPlace, type ParameterField, placeOf } from './parameters.ts'
import { cut } from './parameters-check.ts'

/** Sentences about described parameters that nobody can be asked for as their author meant. */
export function describedWarnings(pipeline: Pipeline): string[] {
  const fields = fieldsByPlace(pipeline)
  const seen = new Set<string>()
  return parameterSteps(pipeline, 'user_parameters').flatMap(({ step, entry }) => {
    const described: unknown[] = Array.isArray(entry.args) ? entry.args : []
    return described.filter(isObject).flatMap((argument) => {
      const { name } = argument
      if (typeof name !== 'string') return []
      const place = placeOf(step, name)
      const which = `${cut(name)} of step ${cut(step)} in the ${pipeline.type} pipeline`
      if (seen.has(place)) return [`${which} is described twice: the first counts.`]
      seen.add(place)
      const field = fields.get(place)
      const fault = field && faultOf(field, argument)
      return fault === undefined ? [] : [`${which} ${fault}`]
    })
  })
}

function faultOf(field: ParameterField, argument: Record<string, unknown>): string | undefined {
  const isNumber = field.type === 'int' || field.type === 'float'
  const bare: unknown = Array.isArray(argument.default) ? argument.default[0] : argument.default
  if (isNumber && isGiven(bare) && field.default === null)
    return `has the default ${cut(JSON.stringify(argument.default))}, which is no number: it is left out.`
  const isSelection = argument.type === 'single_selection' || argument.type === 'multi_selection'
  if (isSelection && field.selectable.length === 0)
    return 'is a selection without choices: people type what they like.'
  return undefined
}
