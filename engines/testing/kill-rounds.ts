export type Random = (below: number) => number

/** The same numbers again for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed * 7919
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** With what a run of a round is to end: every other one ends well. */
export const codeOf = (index: number) => String(index % 2 === 0 ? 0 : index)
