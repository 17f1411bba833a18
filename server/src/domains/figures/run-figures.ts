import type { Configuration } from '@podium/contract/rules/run-configuration.ts'
import type { Engine, RunKey } from '@podium/engines/engine.ts'
import { maskedText } from '@podium/engines/masking/masked-bytes.ts'
import type { Known } from '../run-records/masking/kept-masks.ts'
import type { MaskOf } from '../run-records/masking/masks.ts'
import { createConfigurationFiles, createSettings } from './configuration.ts'
import { createCsvLogs } from './csv-logs.ts'
import { createDvcPlots } from './dvc-plots.ts'
import { createEventFiles } from './event-files.ts'
import { createFigures, type Figures, type Hide, type StoredFigure } from './figures.ts'
import { createFoundFiles } from './found-files.ts'
import type { Open } from './growing-file.ts'
import { createMetricLines } from './metric-lines.ts'
import { createMetricsFiles } from './metrics-files.ts'
import { createMlflowStore, type MlflowWords } from './mlflow-store.ts'
import { createMetricsFile, createSummaryFile, type Summary } from './newest-figures.ts'
import { createTrainerStates } from './trainer-state.ts'
import { createWandbRuns } from './wandb-runs.ts'

/** The figures and texts that a run reports. */
export interface Reported {
  /** the newest value of each figure */
  metrics: Record<string, number>
  /** sentences about files that could not be read; never a reason to fail the run */
  warnings: string[]
  summary: Summary | null
  mlflow: MlflowWords | null
  /** the settings that the run wrote down */
  configuration: Configuration | null
}

/** Reads the figures of one run from all their sources. */
export interface RunFigures {
  read(atEnd: boolean): Promise<void>
  reported(): Reported
  series: Figures['series']
  takeChanged(): string[]
}

/**
 * @param before the points of its figures that an earlier server stored
 * @param maskOf masks the run's secrets. Files are masked as text, and parsed values once more, because JSON and YAML
 * can write a text in more ways than a mask knows.
 */
export function createRunFigures(
  engine: Engine,
  key: RunKey,
  before: ReadonlyMap<string, StoredFigure>,
  maskOf: MaskOf,
): RunFigures {
  let mask: Known = null
  const hide: Hide = (text) => (mask === null || mask === 'lost' ? text : maskedText(mask, text))
  const open: Open = async (path, from) => {
    if (mask === 'lost') throw Object.assign(new Error(`${path} cannot be masked.`), { code: 'ENOENT' })
    return engine.openOutput(key, path, from)
  }
  const figures = createFigures(before, Date.now, hide)
  const lines = createMetricLines(open, figures, hide)
  const settings = createSettings(hide)
  const mlflow = createMlflowStore(open, figures, hide)
  const wandb = createWandbRuns(open, figures, settings)
  const others = createMetricsFiles(open, figures, hide)
  const files = createFoundFiles(engine, key, [
    mlflow,
    createEventFiles(open, figures, settings),
    createCsvLogs(open, figures),
    createTrainerStates(open, figures),
    createDvcPlots(open, figures),
    wandb,
    others,
    createConfigurationFiles(open, settings, hide),
  ])
  const summary = createSummaryFile(open, figures, hide)
  const newest = createMetricsFile(open, figures, hide)
  // Lines come first: they supply the points of a figure that is written twice.
  const sources = [lines, files, summary, newest]

  return {
    async read(atEnd) {
      mask = await maskOf(key)
      for (const source of sources) await source.read(atEnd)
      // Masks are not kept between reads, so that many runs need no more memory than the cache has.
      mask = null
    },
    reported: () => ({
      metrics: {
        ...newestOf(figures),
        ...wandb.values(),
        ...others.values(),
        ...summary.values(),
        ...newest.values(),
      },
      warnings: [...sources.flatMap((source) => source.sentences()), ...figures.sentences()],
      summary: summary.summary(),
      mlflow: mlflow.words(),
      configuration: settings.configuration(),
    }),
    series: figures.series,
    takeChanged: figures.takeChanged,
  }
}

/** Takes the last points of figures written point by point; a file of newest values reports its own. */
function newestOf({ series }: Figures): Record<string, number> {
  const pointwise = [...series].filter(([, { source, points }]) => source !== 'newest' && points.count > 0)
  return Object.fromEntries(pointwise.map(([name, { points }]) => [name, points.last]))
}
