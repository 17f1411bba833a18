import { type FieldProblem, FieldProblems } from '@podium/contract/errors.ts'
import type { Pipeline } from '@podium/contract/metadata.ts'
import type { StepValues } from '@podium/contract/parameters.ts'
import { checkParameters } from '@podium/contract/parameters-check.ts'

/**
 * Every value as its field has it, or what is wrong on its own place in the body: what a run would be refused with.
 * @param place where the values of the pipeline stand in the body
 */
export function tryParameters(
  pipeline: Pipeline,
  chosen: StepValues,
  place: string[],
): { values: StepValues } | { problems: FieldProblem[] } {
  const checked = checkParameters(pipeline, chosen)
  if ('values' in checked) return checked
  return {
    problems: checked.problems.map(({ step, name, message }) => ({
      loc: ['body', ...place, step, name].filter((part) => part !== ''),
      msg: message,
      type: 'value_error',
    })),
  }
}

/** @throws FieldProblems */
export function checkedParameters(pipeline: Pipeline, chosen: StepValues, place: string[]): StepValues {
  const tried = tryParameters(pipeline, chosen, place)
  if ('problems' in tried) throw new FieldProblems(tried.problems)
  return tried.values
}
