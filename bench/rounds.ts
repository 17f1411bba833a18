/**
 * Takes every measure once per round, in turn, so that disturbances of the machine affect all alike.
 * @returns the results of each measure, by round
 */
export async function interleave<Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measures) as Name[]
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : [...names].reverse()
    for (const name of order) figures[name].push(await measures[name]())
  }
  return figures
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.')
  return (low + high) / 2
}

/** Returns the median of the ratios of all rounds, in which both were measured side by side. */
export function medianRatio(one: readonly number[], other: readonly number[]): number {
  return median(one.map((figure, round) => figure / (other[round] ?? Number.NaN)))
}

/** Prints one line per measure: its median and the range of its rounds. */
export function printFigures(unit: string, figures: Record<string, readonly number[]>): void {
  const rows = Object.entries(figures).map(([name, each]) => ({
    measure: name,
    [`median, ${unit}`]: Math.round(median(each) * 10) / 10,
    least: Math.round(Math.min(...each) * 10) / 10,
    most: Math.round(Math.max(...each) * 10) / 10,
    rounds: each.length,
  }))
  console.table(rows)
}
