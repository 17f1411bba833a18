const LOOKS = 20
const CALLS = 100

/**
 * Previews hostile files, twenty at once, again and again, while another person makes one call after the other.
 * @returns the 99th percentile of the duration of that person's calls, in milliseconds
 */
export async function measureBesideLooks(
  looks: readonly (() => Promise<unknown>)[],
  call: () => Promise<unknown>,
): Promise<number> {
  let isOver = false
  async function lookAgain(first: number): Promise<void> {
    for (let at = first; !isOver; at += 1) await looks[at % looks.length]?.()
  }
  const crowd = Array.from({ length: LOOKS }, (_, at) => lookAgain(at))
  const times: number[] = []
  while (times.length < CALLS) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  isOver = true
  await Promise.all(crowd)
  times.sort((a, b) => a - b)
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0
}
