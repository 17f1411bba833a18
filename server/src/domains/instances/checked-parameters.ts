import { bodyProblem, type FieldProblem, FieldProblems } from '@podium/contract/rules/errors.ts'
import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import type { StepValues } from '@podium/contract/solution-metadata/parameters.ts'
import { checkParameters } from '@podium/contract/solution-metadata/parameters-check.ts'

/**
 * Converts every value to the type of its field, or returns the problems that would prevent a run, by path.
 * @param path path of the pipeline's values in the body
 */
export function tryParameters(
  pipeline: Pipeline,
  chosen: StepValues,
  path: string[],
): { values: StepValues } | { problems: FieldProblem[] } {
  const checked = checkParameters(pipeline, chosen)
  if ('values' in checked) return checked
  return {
    problems: checked.problems.map(({ step, name, message }) =>
      bodyProblem(
        [...path, step, name].filter((part) => part !== ''),
        message,
      ),
    ),
  }
}

/** @throws FieldProblems */
export function checkedParameters(pipeline: Pipeline, chosen: StepValues, path: string[]): StepValues {
  const tried = tryParameters(pipeline, chosen, path)
  if ('problems' in tried) throw new FieldProblems(tried.problems)
  return tried.values
}
