import type { Engine, RunKey } from '@podium/engines/engine.ts'
import { createFigures, type Figures } from './figures.ts'
import type { Open } from './growing-file.ts'
import { createMetricLines } from './metric-lines.ts'
import { createMlflowStore, type MlflowWords } from './mlflow-store.ts'
import { createMetricsFile, createSummaryFile, type Summary } from './newest-figures.ts'
import type { StoredPoints } from './reduced.ts'

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

/** @param before the points of its figures that an earlier server kept */
export function createRunFigures(
  engine: Engine,
  key: RunKey,
  before: ReadonlyMap<string, StoredPoints>,
): RunFigures {
  const open: Open = (path, from) => engine.openOutput(key, path, from)
  const figures = createFigures(before, Date.now)
  const lines = createMetricLines(open, figures)
  const mlflow = createMlflowStore(engine, key, figures)
  const summary = createSummaryFile(open, figures)
  const newest = createMetricsFile(open, figures)
  // Lines first: of what is written twice, they have the points.
  const sources = [lines, mlflow, summary, newest]

  return {
    async read(atEnd) {
      for (const source of sources) await source.read(atEnd)
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
  const pointwise = [...series].filter(([, { way }]) => way !== 'newest')
  return Object.fromEntries(pointwise.map(([name, { points }]) => [name, points.last]))
}
