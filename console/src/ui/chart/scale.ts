/** A chart's scale: the position of a value, and the round values with a label. */
export interface Scale {
  at: (value: number) => number
  ticks: number[]
}

const STEPS = [1, 2, 5, 10]

/** A scale over all values, with a tenth of room around them, onto a range of pixels. */
export function scaleOver(
  values: readonly number[],
  [begin, end]: [number, number],
  isLogarithmic = false,
): Scale {
  const into = isLogarithmic ? Math.log10 : (value: number) => value
  const low = Math.min(...values.map(into))
  const high = Math.max(...values.map(into))
  const [from, to] = low > high ? [0, 1] : low === high ? [low - 1, high + 1] : [low, high]
  const room = (to - from) * 0.1
  const at = (value: number) => begin + ((into(value) - from + room) / (to - from + 2 * room)) * (end - begin)
  return { at, ticks: isLogarithmic ? powersBetween(from, to) : roundBetween(from - room, to + room) }
}

/** A scale of texts: each has a position, in alphabetical order. */
export function placesOf(values: readonly string[], [begin, end]: [number, number]) {
  const names = [...new Set(values)].toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  )
  const room = (end - begin) / Math.max(names.length, 1)
  return { names, room, at: (name: string) => begin + (names.indexOf(name) + 0.5) * room }
}

function roundBetween(from: number, to: number): number[] {
  return multiplesBetween(from, to, roundStep(to - from, 5))
}

/** The multiples of a step from one value to another. */
export function multiplesBetween(from: number, to: number, step: number): number[] {
  return multiples(Math.ceil(from / step), Math.floor(to / step), step)
}

/**
 * Round values from at or below the lowest to at or above the highest, with at most `most` (two or more) steps.
 * @param span the length that the steps cover, if those of the values would be too many
 */
export function ticksAround(low: number, high: number, most: number, span = high - low): number[] {
  const step = roundStep(span, most)
  // 0.3 / 0.1 is not exactly 3.
  const stepsTo = (value: number) => Number((value / step).toPrecision(12))
  const [first, last] = [Math.floor(stepsTo(low)), Math.ceil(stepsTo(high))]
  const steps = last - first
  return steps > most ? ticksAround(low, high, most, steps * step) : multiples(first, last, step)
}

/** Returns the smallest round step of which `most` cover a span. */
function roundStep(span: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(span / most))
  return power * (STEPS.find((times) => span / (times * power) <= most) ?? 10)
}

function multiples(first: number, last: number, step: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

function powersBetween(from: number, to: number): number[] {
  const count = Math.floor(to) - Math.ceil(from) + 1
  // 10 ** -4 is not exactly 0.0001.
  const powers = Array.from({ length: Math.max(count, 0) }, (_, at) => Number(`1e${Math.ceil(from) + at}`))
  return powers.length > 1 ? powers : [10 ** from, 10 ** to]
}
