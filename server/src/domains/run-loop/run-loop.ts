import { isLive } from '@podium/contract/rules/run-state.ts'
import { type Listener, listenTo } from '@podium/database/listen.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type Engine, type Observation, StartRefused } from '@podium/engines/engine.ts'
import { eq, sql } from 'drizzle-orm'
import { waitAtMost } from '../../background.ts'
import type { Deps } from '../../deps.ts'
import { isForWantOfSpace } from '../../http/errors/full-disk.ts'
import { createRound } from '../../work/round.ts'
import { createSeriesReader } from '../figures/series-reader.ts'
import { failureIn } from '../logs/failure/failure.ts'
import { assertLeased, hasWork, releaseRuns, renewLeases } from '../run-records/lease.ts'
import { maskedEngine } from '../run-records/masking/masked-engine.ts'
import { createMasks } from '../run-records/masking/masks.ts'
import { moveRun, noteRun, WAKE_CHANNEL } from '../run-records/move.ts'
import { keyOf, type RunDeps, type RunRow } from '../run-records/run-row.ts'
import { launchOf } from '../runs/start/run-spec.ts'
import { claimRuns } from './claim.ts'
import { finishStopped } from './finish.ts'
import { forgetRun } from './forget.ts'
import { keepLater } from './keep-later.ts'
import { followObservation, type ObserveDeps, type Tries } from './observe.ts'

export interface RunLoopDeps extends Omit<ObserveDeps, 'series' | 'keepLater'> {
  config: Deps['config']
  log: ObserveDeps['log'] & { warn(message: string): void }
  /** identifies this server as the owner of runs; unique among servers */
  owner: string
  /** milliseconds to wait after the n-th failure in a row, n from 1 */
  backOff?: (failures: number) => number
}

/** Drives runs: claims queued ones, submits them to the engine and follows them to their end. */
export interface RunLoop {
  /** Runs one whole round; resolves when everything that it began is done. */
  tick(): Promise<void>
  /** Starts periodic rounds; one begins at once when a run was queued, has begun or is to stop. */
  start(): void
  /** Ends the rounds, waits for work under way and releases the runs, which go on in the engine. */
  close(): Promise<void>
}

const ROUND_MS = 1000
/** Only a lost wake-up could be missed while no run is live. */
const IDLE_MS = 15_000
const CLOSE_PATIENCE_MS = 10_000

export function createRunLoop(given: RunLoopDeps): RunLoop {
  const maskOf = createMasks(given.database, given.secrets)
  const deps = { ...given, engine: maskedEngine(given.engine, maskOf) }
  const { database, engine, log, owner } = deps
  const retries = createRetries(deps.backOff ?? ((failures) => Math.min(60_000, 500 * 2 ** failures)))
  const busy = new Map<string, Promise<void>>()
  const kept = new Map<string, Pick<Tries, 'kept' | 'since'>>()
  /** this server's runs that have ended, until the engine has forgotten them, also if they are deleted before */
  const late = new Map<string, RunRow>()
  const observing = {
    ...deps,
    series: createSeriesReader({ database, engine, maskOf, log }),
    keepLater: addLate,
  }
  const { series } = observing
  const round = createRound({
    async work() {
      await begin()
      return hasWork(database)
    },
    pause: (alive = true) => (alive ? ROUND_MS : IDLE_MS),
    failed: (error) => log.error({ err: error }, 'Going through the runs failed; trying again.'),
  })
  let listener: Listener | undefined

  /** The quick part of a round. Longer work goes on in `busy`, so that leases are renewed in time. */
  async function begin(): Promise<void> {
    const claimed = await claimRuns(database, engine, owner)
    for (const run of claimed.given) deps.metrics?.runClaimed(run)
    for (const run of claimed.refused) deps.metrics?.runEnded(run.id, 'failed')
    const ownRuns = await renewLeases(database, owner)
    for (const run of ownRuns) if (!isLive(run.state)) addLate(run)
    const live = ownRuns.filter(({ state }) => isLive(state))
    const free = live.filter((run) => !busy.has(run.id) && retries.mayTry(keyName(run), mostPauseOf(run)))
    for (const run of free.filter(({ submitted }) => !submitted)) work(run, () => launchRun(deps, run))
    for (const run of late.values())
      if (!busy.has(run.id) && retries.mayTry(keyName(run))) work(run, () => workLate(run))
    const submitted = free.filter((run) => run.submitted)
    const seen = await Promise.all(submitted.map(inspect))
    series.look(live.filter((run) => run.state === 'running'))
    for (const [index, run] of submitted.entries()) {
      const observation = seen[index]
      if (observation) work(run, () => followObservation(observing, run, observation, triesOf(run)))
    }
  }

  function addLate(run: RunRow): void {
    late.set(run.id, run)
  }

  async function workLate(run: RunRow): Promise<void> {
    if (await keepLater(observing, run, triesOf(run))) late.delete(run.id)
  }

  function triesOf(run: RunRow): Tries {
    const name = keyName(run)
    const ofRun = kept.get(name) ?? { kept: new Map(), since: performance.now() }
    kept.set(name, ofRun)
    return { failures: retries.count(name), ...ofRun }
  }

  /** Inspects each run on its own, so that a run that damaged its folder does not hide the others. */
  async function inspect(run: RunRow): Promise<Observation | undefined> {
    try {
      return (await engine.inspect([keyOf(run)]))[0]
    } catch (error) {
      log.error({ err: error, run: run.id }, 'The engine cannot report the state of a run; trying again.')
      return undefined
    }
  }

  function work(run: RunRow, action: () => Promise<void>): void {
    const done = attempt(run, action).finally(() => busy.delete(run.id))
    busy.set(run.id, done)
  }

  async function attempt(run: RunRow, action: () => Promise<void>): Promise<void> {
    try {
      await action()
      retries.succeeded(keyName(run))
      if (!late.has(run.id)) kept.delete(keyName(run))
    } catch (error) {
      retries.failed(keyName(run))
      log.error({ err: error, run: run.id }, 'A step of a run failed; trying again.')
      await noteRetrying(run, error).catch(() => undefined)
    }
  }

  /** Shows only a summary, because the error may name paths of this machine; it is in the log. */
  async function noteRetrying({ id }: RunRow, error: unknown): Promise<void> {
    // the failed step may have moved the run before
    const [run] = await database.select().from(runs).where(eq(runs.id, id))
    // a run that is being stopped keeps the sentence that says who stopped it
    if (!run || !isLive(run.state) || run.owner !== owner || run.stop_requested_at !== null) return
    const detail = `${troubleOf(run, error)}; trying again.`
    if (detail !== run.detail) await noteRun(database, run, { detail })
  }

  return {
    async tick() {
      try {
        await begin()
      } finally {
        await Promise.all(busy.values())
        await series.settled()
      }
    },
    start() {
      if (listener) return
      round.start()
      listener = listenTo(database, WAKE_CHANNEL, { onPayload: round.wake, onGap: round.wake, log })
      engine.onNews?.(round.wake)
    },
    async close() {
      await Promise.all([round.close(), listener?.close()])
      await waitAtMost(CLOSE_PATIENCE_MS, Promise.all([...busy.values(), series.close()]))
      await releaseRuns(database, owner)
    },
  }
}

function keyName(run: RunRow): string {
  return `${run.id}/${run.attempt}`
}

function troubleOf(run: RunRow, error: unknown): string {
  if (isForWantOfSpace(error)) return 'The disk is full'
  return run.submitted ? 'The run could not be monitored' : 'The run could not be started yet'
}

/** Short, because a person waits for the end of a stopped run. */
const MAX_PAUSE_OF_STOPPED_MS = 5_000

function mostPauseOf(run: RunRow): number {
  return run.stop_requested_at === null ? Number.POSITIVE_INFINITY : MAX_PAUSE_OF_STOPPED_MS
}

/** Counts failures, and says when a failed step may be retried. */
export interface Retries {
  /** @param most upper limit of the wait, in milliseconds */
  mayTry(name: string, most?: number): boolean
  failed(name: string): void
  succeeded(name: string): void
  /** failures in a row */
  count(name: string): number
}

/** @param backOff returns the milliseconds to wait after the n-th failure in a row */
export function createRetries(backOff: (failures: number) => number): Retries {
  const failures = new Map<string, { count: number; at: number }>()
  return {
    mayTry(name, most = Number.POSITIVE_INFINITY) {
      const last = failures.get(name)
      return !last || performance.now() - last.at >= Math.min(backOff(last.count), most)
    },
    failed(name) {
      const count = (failures.get(name)?.count ?? 0) + 1
      failures.set(name, { count, at: performance.now() })
    },
    succeeded(name) {
      failures.delete(name)
    },
    count: (name) => failures.get(name)?.count ?? 0,
  }
}

/**
 * Submits a claimed run to the engine. If a server was killed in the middle this repeats, and the engine starts an
 * attempt only once. Throws if a later retry may succeed.
 */
export async function launchRun(deps: RunDeps & Pick<Deps, 'config'>, run: RunRow): Promise<void> {
  const { config, database, engine, objects, secrets, metrics } = deps
  if (run.stop_requested_at !== null && (await isUnknown(engine, run))) {
    if (await finishStopped(database, run)) metrics?.runEnded(run.id, 'stopped')
    return
  }
  try {
    const { containers } = await engine.capabilities()
    const proxies = config.proxies.runs
    const { spec, workspace } = await launchOf(run, { db: database, objects, containers, secrets, proxies })
    await engine.prepare(workspace)
    // if another server has finished the run since, the engine has forgotten it and would start it again
    await assertLeased(database, run)
    await engine.submit(spec)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const refused = { detail: error.message, raw: { refused: true }, ended_at: sql`now()` }
    if (!(await moveRun(database, run, 'failed', { ...refused, ...failureIn(error.message) }))) return
    metrics?.runEnded(run.id, 'failed')
    await forgetRun(database, engine, run)
    return
  }
  await noteRun(database, run, { submitted: true })
}

async function isUnknown(engine: Engine, run: RunRow): Promise<boolean> {
  const [seen] = await engine.inspect([keyOf(run)])
  return seen?.phase === 'absent'
}
