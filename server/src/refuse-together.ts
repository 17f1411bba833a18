import { type FieldProblem, FieldProblems } from '@podium/contract/rules/errors.ts'

/**
 * Runs all checks and throws their field problems together, so that a form can be corrected in one go.
 * @returns what the checks return
 */
export function refuseTogether<Results extends unknown[]>(
  ...checks: { [At in keyof Results]: () => Results[At] }
): Results {
  const problems: FieldProblem[] = []
  const results = checks.map((check) => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof FieldProblems)) throw error
      problems.push(...error.problems)
      return undefined
    }
  })
  if (problems.length > 0) throw new FieldProblems(problems)
  return results as Results
}
