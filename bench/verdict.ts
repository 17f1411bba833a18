/** A limit, and whether this run kept it. */
export interface Verdict {
  what: string
  passed: boolean
}

export function atMost(what: string, figure: number, limit: number, unit: string): Verdict {
  return {
    what: `${what}: ${inWords(figure, unit)}, at most ${inWords(limit, unit)}`,
    passed: figure <= limit,
  }
}

export function atLeast(what: string, figure: number, limit: number, unit: string): Verdict {
  return {
    what: `${what}: ${inWords(figure, unit)}, at least ${inWords(limit, unit)}`,
    passed: figure >= limit,
  }
}

function inWords(figure: number, unit: string): string {
  return `${Number(figure.toFixed(2))} ${unit}`
}
