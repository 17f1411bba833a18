import { canonicalJson } from '@podium/contract/rules/metadata-json.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { createSemaphore } from '../../semaphore.ts'
import type { MaskOf } from '../run-records/masking/masks.ts'
import { announce, noteRun } from '../run-records/move.ts'
import { keyOf, type RunRow } from '../run-records/run-row.ts'
import type { StoredFigure } from './figures.ts'
import { dropFigures, keepSeries, type SeriesRow } from './keep-series.ts'
import { readPoints } from './reads.ts'
import { bytesOf, pointsIn } from './reduced.ts'
import { createResources, type Resources } from './resources.ts'
import { createRunFigures, type Reported, type RunFigures } from './run-figures.ts'

export interface SeriesReaderDeps {
  database: Database
  engine: Engine
  maskOf: MaskOf
  log: { warn(fields: object, message: string): void }
}

/** Reads the figures and resource use of runs while they go on, and stores them as series. */
export interface SeriesReader {
  /** Reads these running runs in the background, and forgets all others. */
  look(running: readonly RunRow[]): void
  /** Resolves when no read is under way. */
  settled(): Promise<void>
  /** Reads everything that an ended run wrote, and stores it. May be repeated. */
  finish(run: RunRow): Promise<Reported>
  /** Starts no more reads, and resolves when those under way are done. */
  close(): Promise<void>
}

/** Runs read at the same time. An engine may query the database, which others need too. */
const AT_ONCE = 5
/** Pause between two writes of small series; MAX_BYTES_A_SECOND limits large ones. */
const LEAST_PAUSE_MS = 500
const MAX_BYTES_A_SECOND = 4 * 2 ** 20
const SAMPLE_MS = 5000
/** Rounds come a little late, never early, so a sample may be taken this much before its time. */
const SLACK_MS = 300

interface Opened {
  figures: RunFigures
  resources: Resources
}

interface Reading {
  /** settles when earlier work of the run is done, so that its reads follow one another */
  busy: Promise<unknown>
  isBusy: boolean
  opened: Promise<Opened>
  /** the report that the run's row already has, as JSON */
  storedReport: string
  /** kinds and names that are still to be written */
  toWrite: Set<string>
  /** by performance.now() */
  nextWrite: number
  nextSample: number
}

export function createSeriesReader({ database, engine, maskOf, log }: SeriesReaderDeps): SeriesReader {
  const readings = new Map<string, Reading>()
  // Each run waits at most once, so there are never more waiters than runs.
  const inTurn = createSemaphore({
    at_once: AT_ONCE,
    waiting: Number.POSITIVE_INFINITY,
    refuse: neverRefused,
  })
  let closed = false

  function readingOf(run: RunRow): Reading {
    const found = readings.get(nameOf(run))
    if (found) return found
    const reading: Reading = {
      busy: Promise.resolve(),
      isBusy: false,
      opened: inTurn(() => open(run)),
      storedReport: '',
      toWrite: new Set(),
      nextWrite: 0,
      nextSample: 0,
    }
    // The first caller gets the error, and the next look tries again.
    reading.opened.catch(() => readings.delete(nameOf(run)))
    readings.set(nameOf(run), reading)
    return reading
  }

  /** Continues from the series that an earlier server stored. */
  async function open(run: RunRow): Promise<Opened> {
    const before = { figure: new Map<string, StoredFigure>(), resource: new Map<string, StoredFigure>() }
    for await (const some of readPoints(database, run.id))
      for (const { kind, name, count, gaps, points } of some)
        before[kind].set(name, { count, gaps, points: pointsIn(points) })
    return {
      figures: createRunFigures(engine, keyOf(run), before.figure, maskOf),
      resources: createResources(before.resource, run.started_at),
    }
  }

  function exclusively<T>(reading: Reading, work: () => Promise<T>): Promise<T> {
    reading.isBusy = true
    const done = reading.busy.then(work)
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (reading.busy === settled) reading.isBusy = false
      })
    reading.busy = settled
    return done
  }

  async function readOn(run: RunRow, reading: Reading, { figures, resources }: Opened): Promise<void> {
    if (performance.now() >= reading.nextSample - SLACK_MS) {
      reading.nextSample = performance.now() + SAMPLE_MS
      const [usage] = await engine.usage([keyOf(run)])
      if (usage) for (const name of resources.add(usage)) reading.toWrite.add(markOf('resource', name))
    }
    await figures.read(false)
    if (performance.now() >= reading.nextWrite) await write(run, reading, figures, resources)
  }

  /** Writes the changes, and notifies every server. */
  async function write(
    run: RunRow,
    reading: Reading,
    figures: RunFigures,
    resources: Resources,
  ): Promise<Reported> {
    for (const name of figures.takeChanged()) reading.toWrite.add(markOf('figure', name))
    const began = performance.now()
    const marks = [...reading.toWrite]
    const reported = figures.reported()
    const bytes = await writeSeries(run, marks, figures, resources)
    reading.toWrite = new Set([...reading.toWrite].filter((mark) => !marks.includes(mark)))
    reading.nextWrite = began + Math.max(LEAST_PAUSE_MS, (bytes / MAX_BYTES_A_SECOND) * 1000)
    const current = canonicalJson({ ...reported })
    // the reported figures of an ended run are written together with its files
    if (current !== reading.storedReport && isLive(run.state))
      await noteRun(database, run, { metrics: reported.metrics, raw: rawOf(reported) })
    else if (marks.length > 0) await announce(database, [run])
    reading.storedReport = current
    return reported
  }

  /** @returns the bytes of the written points */
  async function writeSeries(
    run: RunRow,
    marks: readonly string[],
    figures: RunFigures,
    resources: Resources,
  ): Promise<number> {
    let bytes = 0
    const gone: string[] = []
    function* rows(): Generator<SeriesRow> {
      for (const mark of marks) {
        const [kind, name] = kindAndName(mark)
        const found = kind === 'figure' ? figures.series.get(name) : resources.series.get(name)
        if (!found) gone.push(name)
        else {
          const { count, last } = found.points
          const points = bytesOf(found.points.points())
          bytes += points.length
          const unit = 'unit' in found ? found.unit : ''
          const gaps = 'gaps' in found ? found.gaps.list() : []
          yield { name, kind, unit, count, last: count === 0 ? null : last, gaps, points }
        }
      }
    }
    await keepSeries(database, run, rows())
    await dropFigures(database, run, gone)
    return bytes
  }

  async function settled(): Promise<void> {
    await Promise.all([...readings.values()].map(({ busy }) => busy))
  }

  return {
    look(running) {
      if (closed) return
      const names = new Set(running.map(nameOf))
      for (const [name, { isBusy }] of readings) if (!names.has(name) && !isBusy) readings.delete(name)
      for (const run of running) {
        const reading = readingOf(run)
        if (reading.isBusy) continue
        exclusively(reading, async () => {
          const opened = await reading.opened
          await inTurn(() => readOn(run, reading, opened))
        }).catch((error) =>
          log.warn({ err: error, run: run.id }, 'The figures of a run could not be read; trying again.'),
        )
      }
    },
    settled,
    finish(run) {
      const reading = readingOf(run)
      return exclusively(reading, async () => {
        const { figures, resources } = await reading.opened
        await figures.read(true)
        return write(run, reading, figures, resources)
      })
    },
    async close() {
      closed = true
      await settled()
    },
  }
}

function neverRefused(): never {
  throw new Error('No run is refused its turn.')
}

function nameOf(run: RunRow): string {
  return `${run.id}/${run.attempt}`
}

function markOf(kind: SeriesRow['kind'], name: string): string {
  return `${kind} ${name}`
}

function kindAndName(mark: string): [SeriesRow['kind'], string] {
  return mark.startsWith('figure ') ? ['figure', mark.slice(7)] : ['resource', mark.slice(9)]
}

/** The part of the run's raw record from its report; null if there is none. */
export function rawOf({
  warnings,
  summary,
  mlflow,
  configuration,
}: Reported): Record<string, unknown> | null {
  const raw = {
    ...(warnings.length > 0 && { warnings }),
    ...(summary && { summary }),
    ...(mlflow && { mlflow }),
    ...(configuration && { configuration }),
  }
  return Object.keys(raw).length === 0 ? null : raw
}
