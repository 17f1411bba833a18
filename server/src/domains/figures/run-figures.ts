import type { Engine, RunKey } from '@podium/engines/engine.ts'
import { maskedText } from '@podium/engines/masking/masked-bytes.ts'
import type { Known } from '../run-records/masking/kept-masks.ts'
import type { MaskOf } from '../run-records/masking/masks.ts'
import { createFigures, type Figures, type Hide, type StoredFigure } from './figures.ts'
import type { Open } from './growing-file.ts'
import { createMetricLines } from './metric-lines.ts'
import { createMlflowStore, type MlflowWords } from './mlflow-store.ts'
import { createMetricsFile, createSummaryFile, type Summary } from './newest-figures.ts'

/** What a run says of itself in figures and words. */
export interface Reported {
  /** the newest value of each figure */
  metrics: Record<string, number>
  /** sentences about what was written and could not be read; never a reason to fail the run */
  warnings: string[]
  summary: Summary | null
  mlflow: MlflowWords | null
}

/** The figures of one run, read in all the ways it may write them. */
export interface RunFigures {
  read(atEnd: boolean): Promise<void>
  reported(): Reported
  series: Figures['series']
  takeChanged(): string[]
}

/**
 * @param before the points of its figures that an earlier server kept
 * @param maskOf by what the secrets of the run are masked: its files are masked as they stand, and what is parsed of them
 * once more, as JSON and YAML have more ways to write a text than a mask knows
 */
export function createRunFigures(
  engine: Engine,
  key: RunKey,
  before: ReadonlyMap<string, StoredFigure>,
  maskOf: MaskOf,
): RunFigures {
  let mask: Known = null
  const hide: Hide = (text) => (mask === null || mask === 'lost' ? text : maskedText(mask, text))
  const open: Open = (path, from) => engine.openOutput(key, path, from)
  const figures = createFigures(before, Date.now, hide)
  const lines = createMetricLines(open, figures, hide)
  const mlflow = createMlflowStore(engine, key, figures, hide)
  const summary = createSummaryFile(open, figures, hide)
  const newest = createMetricsFile(open, figures, hide)
  // Lines first: of what is written twice, they have the points.
  const sources = [lines, mlflow, summary, newest]

  return {
    async read(atEnd) {
      mask = await maskOf(key)
      for (const source of sources) await source.read(atEnd)
      // No mask is kept between reads, so that those of many runs need no more room than the cache of them has.
      mask = null
    },
    reported: () => ({
      metrics: { ...newestOf(figures), ...summary.values(), ...newest.values() },
      warnings: [...sources.flatMap((source) => source.sentences()), ...figures.sentences()],
      summary: summary.summary(),
      mlflow: mlflow.words(),
    }),
    series: figures.series,
    takeChanged: figures.takeChanged,
  }
}

/** Of what is written point by point; a file with newest values says by itself what they are. */
function newestOf({ series }: Figures): Record<string, number> {
  const pointwise = [...series].filter(([, { way, points }]) => way !== 'newest' && points.count > 0)
  return Object.fromEntries(pointwise.map(([name, { points }]) => [name, points.last]))
}
