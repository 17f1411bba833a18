import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { createRound } from '../../work/round.ts'
import { createInstanceTypes } from '../workspaces/instance-types.ts'
import { meetDue } from './due.ts'
import { readDue, readNextAt, readWaiting, type ScheduleRow } from './repository.ts'
import type { SchedulerDeps } from './scheduled-start.ts'
import { meetWaiting } from './waiting.ts'

/** Starts the runs of schedules. Any number of servers may each have one on the same database. */
export interface Scheduler {
  /** Settles every time due by `now`, and starts runs that waited for the end of another. */
  step(now: Date): Promise<void>
  /** Starts the periodic steps. */
  start(): void
  /** Stops them, and waits for the step in progress. */
  close(): Promise<void>
}

const ROUND_MS = 5000
/** A hundred schedules due together all start on time, and enough database connections stay free for people. */
const STREAMS_AT_ONCE = 4
/** A waiting run starts within this time after the other one. */
const WAITING_ROUND_MS = 1000

type Parts = Pick<Deps, 'config' | 'database' | 'engine' | 'objects' | 'metrics' | 'secrets'> & {
  log: Pick<FastifyBaseLogger, 'error'>
}

export function createScheduler({ config, log, ...parts }: Parts): Scheduler {
  const { database } = parts
  const instanceType = createInstanceTypes(parts.engine, config.instance_types_file)
  const deps: SchedulerDeps = { ...parts, instanceType }

  /** Works on several streams in parallel and on each stream's in order. A failing schedule delays no other. */
  async function each<T>(streams: Iterable<readonly T[]>, meet: (one: T) => Promise<void>): Promise<void> {
    // all workers share this iterator
    const left = streams[Symbol.iterator]()
    const takeTurns = async () => {
      for (let next = left.next(); !next.done; next = left.next())
        for (const one of next.value)
          await meet(one).catch((error) =>
            log.error({ err: error }, 'A schedule could not be met; trying again.'),
          )
    }
    await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, takeTurns))
  }

  async function step(now: Date): Promise<void> {
    const waiting = byStream(await readWaiting(database), ({ schedule }) => schedule)
    await each(waiting, (time) => meetWaiting(deps, time))
    const allDue = byStream(await readDue(database, now), (due) => due)
    await each(allDue, (due) => meetDue(deps, due, now))
  }

  async function untilNext(): Promise<number> {
    if ((await readWaiting(database)).length > 0) return WAITING_ROUND_MS
    const next_at = await readNextAt(database)
    const left = next_at === null ? ROUND_MS : Date.parse(next_at) - Date.now()
    // failed ones are still due, and must not be retried at once
    return left <= 0 ? ROUND_MS : Math.min(ROUND_MS, left)
  }

  const { start, close } = createRound({
    async work() {
      await step(new Date())
      return untilNext()
    },
    pause: (left = ROUND_MS) => left,
    failed: (error) => log.error({ err: error }, 'Going through the schedules failed; trying again.'),
  })
  return { step, start, close }
}

/** Grouped by stream, in the order in which the streams first appear. */
function byStream<T>(all: readonly T[], scheduleOf: (one: T) => ScheduleRow): Iterable<T[]> {
  const streams = new Map<string, T[]>()
  for (const one of all) {
    const { stream_id } = scheduleOf(one)
    streams.set(stream_id, [...(streams.get(stream_id) ?? []), one])
  }
  return streams.values()
}
