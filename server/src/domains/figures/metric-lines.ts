import type { Figures, Hide } from './figures.ts'
import { createGrowingFile, LONGEST_LINE, type Open } from './growing-file.ts'
import { isInstant } from './instant.ts'
import { createNoNumbers, numbersIn, objectIn } from './numbers-in.ts'

const FILE = 'metrics.jsonl'
/** A smaller number is in seconds, as Python counts them. */
const LEAST_MILLISECONDS = 1e11

/** A source of figures that is read while the run goes on. */
export interface FigureSource {
  /** Reads new content. `atEnd`: the run has ended, so incomplete content stays as it is. */
  read(atEnd: boolean): Promise<void>
  /** sentences about content that could not be read */
  sentences(): string[]
}

/** Reads lines such as `{"step": 12, "loss": 0.031, "val/accuracy": 0.9}` appended to PODIUM_METRICS_FILE. */
export function createMetricLines(open: Open, figures: Figures, hide: Hide): FigureSource {
  let noNumbers = createNoNumbers(FILE, hide)
  let lines = 0
  let bad = { count: 0, first: 0 }
  let long = { count: 0, first: 0 }

  function take(line: string | null): void {
    lines += 1
    if (line?.trim() === '') return
    const object = line === null ? null : objectIn(line)
    if (object === null) {
      leaveOut(line === null ? long : bad, lines)
      return
    }
    const step = stepIn(object.step)
    const time = timeIn(object.time)
    // A time given as text must not be reported as a value that is not a number.
    if (time !== null) object.time = time
    for (const [name, value] of numbersIn(object, noNumbers, step))
      if (name !== 'step' && (name !== 'time' || time === null))
        figures.add({ source: 'lines', name, step, time, value })
  }

  const file = createGrowingFile({
    open,
    path: FILE,
    onLine: take,
    onRestart() {
      noNumbers = createNoNumbers(FILE, hide)
      lines = 0
      bad = { count: 0, first: 0 }
      long = { count: 0, first: 0 }
      figures.restart('lines')
    },
  })

  return {
    read: (atEnd) => file.read(atEnd),
    sentences: () => [
      ...told(bad, 'is not a JSON object', 'are not JSON objects'),
      ...told(
        long,
        `is longer than ${LONGEST_LINE / 1024} KiB`,
        `are longer than ${LONGEST_LINE / 1024} KiB`,
      ),
      ...noNumbers.sentences(),
    ],
  }
}

interface LeftOut {
  count: number
  /** the number of the first such line */
  first: number
}

function leaveOut(found: LeftOut, line: number): void {
  found.count += 1
  found.first ||= line
}

function told({ count, first }: LeftOut, isWhat: string, areWhat: string): string[] {
  if (count === 0) return []
  if (count === 1) return [`${FILE}: line ${first} ${isWhat}, so it was left out.`]
  return [`${FILE}: line ${first} and ${count - 1} more ${areWhat}, so they were left out.`]
}

function stepIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/**
 * Returns milliseconds since 1970 for a number of seconds or milliseconds, or for an ISO-8601 time. Any other value,
 * such as the seconds that an epoch took, is a figure named `time`.
 */
function timeIn(value: unknown): number | null {
  const number = typeof value === 'string' ? Date.parse(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  const milliseconds =
    typeof value === 'number' && Math.abs(number) < LEAST_MILLISECONDS ? number * 1000 : number
  return isInstant(milliseconds) ? milliseconds : null
}
