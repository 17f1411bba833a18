import { FieldProblems } from '@podium/contract/rules/errors.ts'

/** Runs all checks and throws their field problems together, so that a form can be corrected in one go. */
export function refuseTogether(...checks: (() => unknown)[]): void {
  const problems = checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      if (error instanceof FieldProblems) return error.problems
      throw error
    }
  })
  if (problems.length > 0) throw new FieldProblems(problems)
}
