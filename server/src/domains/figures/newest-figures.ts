import { plainLine } from '@podium/engines/plain-line.ts'
import { type Figures, type Hide, LONGEST_NAME } from './figures.ts'
import { flatYaml } from './flat-yaml.ts'
import { type Open, readSmall } from './growing-file.ts'
import type { FigureSource } from './metric-lines.ts'
import { createNoNumbers, numbersIn, objectIn } from './numbers-in.ts'

/** Files that are always rewritten whole: their present content has the newest value of each figure. */
export interface NewestFigures extends FigureSource {
  values(): Record<string, number>
}

const METRICS = 'metrics.json'
/** Parsing a larger one blocks the event loop for more than about 30 ms. */
const LARGEST_METRICS = 256 * 1024

/**
 * Reads the numbers in a run's metrics.json; names in nested objects become 'a/b'.
 * @param nameOf returns the name of a figure that the file names so
 */
export function createMetricsFile(
  open: Open,
  figures: Figures,
  hide: Hide,
  path = METRICS,
  nameOf = (name: string) => name,
): NewestFigures {
  let text: string | null = null
  let values: Record<string, number> = {}
  let sentences: string[] = []
  const shown = plainLine(path, LONGEST_NAME)

  return {
    async read(atEnd) {
      const found = await readSmall(open, path, LARGEST_METRICS)
      if (found === null || (found === text && !atEnd)) return
      text = found
      const object = found === 'too large' ? null : objectIn(found)
      // A file that is being rewritten may be incomplete, so errors count only when the run has ended.
      if (object === null && !atEnd) return
      const noNumbers = createNoNumbers(shown, hide)
      sentences =
        found === 'too large'
          ? [`${shown} is larger than 256 KiB, so it was left out.`]
          : [`${shown} is not a JSON object of numbers, so it was left out.`]
      if (object === null) return
      values = figures.addNewest(named(numbersIn(object, noNumbers), nameOf))
      sentences = noNumbers.sentences()
    },
    values: () => values,
    sentences: () => sentences,
  }
}

function* named(
  values: Iterable<[string, number]>,
  nameOf: (name: string) => string,
): Generator<[string, number]> {
  for (const [name, value] of values) yield [nameOf(name), value]
}

/** The summary of an inference, as programs made with ALO write it. */
export interface Summary {
  result: string
  note: string
  score: number | null
  probability: Record<string, number>
}

/** Paths of ALO's summary: in the output folder, or in the folder of its last step. */
const SUMMARY_PATHS = ['inference_summary.yaml', 'score/inference_summary.yaml']
const LARGEST_SUMMARY = 64 * 1024
const LONGEST_WORDS = 2000
/** Prefix of the probabilities' names as figures. */
const PROBABILITY = 'probability/'

export interface SummaryFile extends NewestFigures {
  /** Returns null if the run wrote none. */
  summary(): Summary | null
}

/** Reads ALO's `inference_summary.yaml`: score and probability become figures, the rest are texts. */
export function createSummaryFile(open: Open, figures: Figures, hide: Hide): SummaryFile {
  let text: string | null = null
  let summary: Summary | null = null
  let values: Record<string, number> = {}
  let sentences: string[] = []

  return {
    async read(atEnd) {
      const found = await firstOf(open)
      if (found === null || (found === text && !atEnd)) return
      text = found
      const object = flatYaml(found)
      if (object === null && !atEnd) return
      sentences =
        object === null
          ? ['inference_summary.yaml is not a summary as ALO writes it, so it was left out.']
          : []
      if (object === null) return
      const { score, probability } = object
      const noNumbers = createNoNumbers('inference_summary.yaml', hide)
      values = figures.addNewest(numbersIn({ score, probability }, noNumbers))
      summary = {
        result: wordsOf(object.result, hide),
        note: wordsOf(object.note, hide),
        score: values.score ?? null,
        probability: below(PROBABILITY, values),
      }
    },
    values: () => values,
    summary: () => summary,
    sentences: () => sentences,
  }
}

async function firstOf(open: Open): Promise<string | null> {
  for (const path of SUMMARY_PATHS) {
    const found = await readSmall(open, path, LARGEST_SUMMARY)
    if (found !== null) return found
  }
  return null
}

function below(prefix: string, values: Record<string, number>): Record<string, number> {
  const found = Object.entries(values).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
}

function wordsOf(value: unknown, hide: Hide): string {
  const isSaid = typeof value === 'string' || typeof value === 'number'
  return isSaid ? plainLine(hide(String(value)), LONGEST_WORDS) : ''
}
