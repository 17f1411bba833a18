/**
 * Takes every measure once a round, in turn, so that whatever else the machine does meets all of them alike.
 * @returns what each measure gave, round by round
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

/** How the one compares with the other: the median of what each round says, whose two halves were taken side by side. */
export function medianRatio(one: readonly number[], other: readonly number[]): number {
  return median(one.map((figure, round) => figure / (other[round] ?? Number.NaN)))
}

/** One line a measure: its median and how far its rounds lie apart. */
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
