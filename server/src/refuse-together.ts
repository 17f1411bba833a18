import { FieldProblems } from '@podium/contract/errors.ts'

/**
 * Makes checks of fields, each of which throws what it finds wrong, and throws all of it at once: a person who filled in a
 * form mends it in one go.
 */
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
