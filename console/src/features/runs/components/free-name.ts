/** Returns the name itself, else the first of name-2, name-3 … that is not taken. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLowerCase()))
  let [free, number] = [name, 2]
  while (known.has(free.toLowerCase())) {
    free = `${name}-${number}`
    number += 1
  }
  return free
}
