import type { Gap } from '@podium/contract/calls/run-series.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { createGaps, type Gaps } from './gaps.ts'
import { createReduced, type Reduced, type StoredPoints } from './reduced.ts'

/** Limits of the characters of a name and of the series of a run. */
export const LONGEST_NAME = 200
/** Characters of a name that is too long that are searched for secrets. */
export const MAX_READ = 4096
export const MAX_SERIES = 500

/** The sources of figures. If a run writes a name in several, the first of these supplies the points. */
const SOURCES = [
  'lines',
  'mlflow',
  'tensorboard',
  'csv',
  'trainer_state',
  'dvclive',
  'wandb',
  'newest',
] as const
export type Source = (typeof SOURCES)[number]

/** `step` and `time` (milliseconds since 1970) are null if the run does not write them. */
export interface Written {
  source: Source
  name: string
  step: number | null
  time: number | null
  /** NaN and infinite values make a gap in the series */
  value: number
}

/** The stored points and gaps of a figure. */
export interface StoredFigure extends StoredPoints {
  gaps: readonly Gap[]
}

export interface FigureSeries {
  source: Source
  points: Reduced
  gaps: Gaps
  /** the first step that has several values */
  repeated?: number
  /** true if it had steps that a double cannot hold; its values are counted instead */
  hasLargeSteps?: boolean
  /** the first time that lay in the future */
  future?: number
}

/** A time ahead of the server's clock by more than this lies in the future. Clocks of machines differ by less. */
const MAX_AHEAD_MS = 5 * 60_000

/** True if a double represents the step exactly; whole numbers of 2^53 and more are rounded. */
export function isExactStep(step: number | null): step is number {
  return step !== null && Math.abs(step) <= Number.MAX_SAFE_INTEGER
}

/** Masks the secrets in a text that a run wrote. */
export type Hide = (text: string) => string

/** The figures that a run has written so far. */
export interface Figures {
  add(point: Written): void
  /**
   * Adds the newest values of a file; one counts only if it differs from the value before.
   * @returns the numbers that are kept, by their stored names
   */
  addNewest(values: Iterable<[string, number]>): Record<string, number>
  /** Discards the points of a source, or of one name in it, because it was written anew. */
  restart(source: Source, name?: string): void
  series: ReadonlyMap<string, FigureSeries>
  /** names whose points changed or were removed since the last call */
  takeChanged(): string[]
  /** sentences about values that are not kept */
  sentences(): string[]
}

/** @param before the figures of the run that an earlier server stored */
export function createFigures(
  before: ReadonlyMap<string, StoredFigure>,
  now: () => number,
  hide: Hide,
): Figures {
  const series = new Map<string, FigureSeries>()
  let changed = new Set<string>()
  const tooMany = new Set<string>()
  const tooLong = new Set<string>()
  const twice = new Set<string>()

  /** Returns null if the name's points come from another source, or there are too many series. */
  function seriesOf(source: Source, name: string): FigureSeries | null {
    const found = series.get(name)
    if (found?.source === source) return found
    if (found && SOURCES.indexOf(found.source) < SOURCES.indexOf(source)) {
      if (source === 'mlflow') note(twice, name)
      return null
    }
    if (!found && series.size >= MAX_SERIES) {
      note(tooMany, name)
      return null
    }
    // A file of newest values does not contain the earlier ones.
    const earlier = source === 'newest' ? before.get(name) : undefined
    const made: FigureSeries = { source, points: createReduced(earlier), gaps: createGaps(earlier?.gaps) }
    series.set(name, made)
    return made
  }

  /** Caches names, because they repeat with each point, and cleaning one costs more than adding the point. */
  const names = new Map<string, string>()

  function nameOf(written: string): string | null {
    const known = names.get(written)
    if (known !== undefined) return known
    // A name may be as long as its line, so one that is too long is not cached.
    const name = written.length > LONGEST_NAME ? '' : plainLine(hide(written), LONGEST_NAME)
    if (name === '') note(tooLong, plainLine(hide(written.slice(0, MAX_READ)), 40))
    else if (names.size < MAX_NAMES) names.set(written, name)
    return name || null
  }

  function add({ source, name: written, step, time, value }: Written): void {
    const name = nameOf(written)
    const found = name === null ? null : seriesOf(source, name)
    if (name === null || found === null) return
    const { points, gaps } = found
    const isExact = isExactStep(step)
    if (step !== null && !isExact) found.hasLargeSteps = true
    const place = isExact ? step : points.count + gaps.count
    const isFuture = time !== null && time > now() + MAX_AHEAD_MS
    if (isFuture) found.future ??= time
    const timeOf = Number.isFinite(value) ? timeBefore : timeOfGapBefore
    const at = Math.round((isFuture ? null : time) ?? timeOf(name, points.count) ?? now())
    if (Number.isFinite(value)) addPoint(found, place, at, value)
    else gaps.add(value, place, at, points.count)
    changed.add(name)
  }

  /** The time at which a point was first read, if points are read again and all of them were stored. */
  function timeBefore(name: string, index: number): number | undefined {
    const earlier = before.get(name)
    return earlier && earlier.count * 3 === earlier.points.length ? earlier.points[index * 3 + 1] : undefined
  }

  function timeOfGapBefore(name: string, after: number): number | undefined {
    return before.get(name)?.gaps.find((gap) => gap.after >= after)?.to_time
  }

  return {
    add,
    addNewest(values) {
      const known: [string, number][] = []
      for (const [written, value] of values) {
        const name = nameOf(written)
        const found = name === null ? null : seriesOf('newest', name)
        if (found && !Object.is(newestIn(found), value))
          add({ source: 'newest', name: written, step: null, time: now(), value })
        if (name !== null && series.has(name) && Number.isFinite(value)) known.push([name, value])
      }
      return Object.fromEntries(known)
    },
    restart(source, only) {
      const onlyName = only === undefined ? undefined : nameOf(only)
      for (const [name, { source: itsSource }] of series) {
        if (itsSource !== source || (onlyName !== undefined && onlyName !== name)) continue
        series.delete(name)
        changed.add(name)
      }
    },
    series,
    takeChanged() {
      const names = [...changed]
      changed = new Set()
      return names
    },
    sentences: () => [
      ...(tooMany.size === 0
        ? []
        : [`More than ${MAX_SERIES} figures were written. Left out: ${shortList(tooMany)}.`]),
      ...(tooLong.size === 0
        ? []
        : [
            `Figures with no name, or one of more than ${LONGEST_NAME} characters, were left out: ${shortList(tooLong)}.`,
          ]),
      ...(twice.size === 0
        ? []
        : [
            `${shortList(twice)} written both by MLflow and to the metrics file: the values of the file are shown.`,
          ]),
      ...placeSentences(series),
    ],
  }
}

function addPoint(found: FigureSeries, step: number, time: number, value: number): void {
  // Some writers repeat a value, such as that of the epoch, at a step.
  const isNew = found.points.last !== value
  if (found.repeated === undefined && isNew && found.points.hasStep(step)) found.repeated = step
  found.points.add(step, time, value)
}

/** Names the figures whose values are not drawn at the step or time that the run wrote. */
function placeSentences(series: ReadonlyMap<string, FigureSeries>): string[] {
  const found = [...series].map(([name, one]) => ({ name, ...one }))
  const repeated = found.flatMap(({ name, repeated }) =>
    repeated === undefined ? [] : [`${name} at step ${repeated}`],
  )
  const large = found.flatMap(({ name, hasLargeSteps }) => (hasLargeSteps ? [name] : []))
  const future = found.flatMap(({ name, future }) =>
    future === undefined ? [] : [`${name} (${new Date(future).toISOString().slice(0, 16)}Z)`],
  )
  return [
    ...(repeated.length === 0
      ? []
      : [
          `Several values at one step, first of ${shortList(new Set(repeated))}. Over steps the last one is drawn, over time all are.`,
        ]),
    ...(large.length === 0
      ? []
      : [
          `Steps of 2^53 or more cannot be told apart, so values of ${shortList(new Set(large))} were counted instead. Write smaller steps.`,
        ]),
    ...(future.length === 0
      ? []
      : [
          `Times in the future, first of ${shortList(new Set(future))}. These values are shown at the time at which they were read. Check the clock or the unit of the times.`,
        ]),
  ]
}

/** Returns the value written last; undefined if there is none. */
function newestIn({ points, gaps }: FigureSeries): number | undefined {
  return gaps.newest(points.count) ?? (points.count === 0 ? undefined : points.last)
}

/** Maximum number of names that are collected for a sentence. */
export const MAX_NAMES = 1000

export function note(names: Set<string>, name: string): void {
  if (names.size < MAX_NAMES) names.add(name.length > LONGEST_NAME ? plainLine(name, LONGEST_NAME) : name)
}

export function shortList(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, 5).map((name) => plainLine(name, 100))
  const others = names.size - shown.length
  if (others === 0) return shown.join(', ')
  if (names.size === MAX_NAMES) return `${shown.join(', ')} and many others`
  return `${shown.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}`
}
