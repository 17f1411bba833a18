import { DirectoryAway } from './directory.ts'

/**
 * Spares everybody the wait for a directory that does not answer: after so many failures in a row nobody is let
 * through for a while, then one at a time until it answers again.
 * @param now milliseconds that only ever grow
 */
export function createBreaker(options: { failures: number; rest_ms: number; now: () => number }) {
  let failures = 0
  let restingSince = Number.NEGATIVE_INFINITY

  return async function throughBreaker<T>(
    work: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    if (failures >= options.failures) {
      if (options.now() - restingSince < options.rest_ms)
        throw new DirectoryAway('The directory did not answer lately; it is asked again in a few seconds.')
      restingSince = options.now()
    }
    try {
      const answer = await work()
      failures = 0
      return answer
    } catch (error) {
      failures = isFailure(error) ? failures + 1 : 0
      if (failures >= options.failures) restingSince = options.now()
      throw error
    }
  }
}
