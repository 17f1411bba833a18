/** Enough calls to collide; the long form has more. */
export const MANY = process.env.PODIUM_LONG === '1' ? 200 : 50

/** Calls in progress at once: more would wait for database connections and not for each other. */
const AT_ONCE = 25

/** Does the work this many times, many at once; `at` counts from 0. */
export async function racing<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  const places = Array.from({ length: count }, (_, at) => at).values()
  const doNext = async () => {
    for (const at of places) done.push(await work(at))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, doNext))
  return done
}
