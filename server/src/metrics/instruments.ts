import { type Family, type Labels, labelText } from './exposition.ts'

type Name = Pick<Family, 'name' | 'help'>

/** A counter since this server's start. `known` label sets begin at 0, so the first event is an increase. */
export function createCounter(name: Name, known: readonly Labels[] = []) {
  const counts = new Map<string, { labels: Labels; value: number }>()
  const add = (labels: Labels, more: number) => {
    const key = labelText(labels)
    const count = counts.get(key)
    if (count) count.value += more
    else counts.set(key, { labels, value: more })
  }
  for (const labels of known) add(labels, 0)
  return {
    count: (labels: Labels = {}) => add(labels, 1),
    family: (): Family => ({ ...name, type: 'counter', samples: [...counts.values()] }),
  }
}

interface Distribution {
  labels: Labels
  /** the count of each bucket alone, not cumulative; the last one is above all limits */
  counts: number[]
  sum: number
}

/** @param limits the upper limits of the buckets, in the unit of the name, ascending */
export function createHistogram(name: Name, limits: readonly number[], known: readonly Labels[] = []) {
  const all = new Map<string, Distribution>()
  const of = (labels: Labels): Distribution => {
    const key = labelText(labels)
    const found = all.get(key) ?? { labels, counts: new Array(limits.length + 1).fill(0), sum: 0 }
    all.set(key, found)
    return found
  }
  for (const labels of known) of(labels)
  return {
    observe(value: number, labels: Labels = {}): void {
      const found = of(labels)
      const bucket = limits.findIndex((limit) => value <= limit)
      const place = bucket < 0 ? limits.length : bucket
      found.counts[place] = (found.counts[place] ?? 0) + 1
      found.sum += value
    },
    family: (): Family => ({
      ...name,
      type: 'histogram',
      samples: [...all.values()].flatMap((each) => samplesOf(each, limits)),
    }),
  }
}

function samplesOf({ labels, counts, sum }: Distribution, limits: readonly number[]) {
  let below = 0
  const buckets = [...limits, Number.POSITIVE_INFINITY].map((limit, index) => {
    below += counts[index] ?? 0
    const le = limit === Number.POSITIVE_INFINITY ? '+Inf' : String(limit)
    return { suffix: '_bucket', labels: { ...labels, le }, value: below }
  })
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: below }]
}
