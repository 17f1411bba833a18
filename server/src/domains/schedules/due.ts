import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { podium } from '../audit/audit.ts'
import { pauseSchedules } from './pause-schedules.ts'
import { hindranceOf, readPerson } from './person-reads.ts'
import { hasWaiting, liveRunsOf, type NewTime, type ScheduleRow, settleDue } from './repository.ts'
import { tellOfMissed, tellOfRefused } from './schedule-events.ts'
import { Overtaken, type SchedulerDeps, startScheduled } from './scheduled-start.ts'
import { timesBetween } from './times.ts'

/** A time no older than this still starts its run, so that a restart of the server causes no missed times. */
const LATE_MS = 5 * 60_000
/** Maximum number of missed times that are listed; the rest are counted. */
const MAX_MISSED = 100

/** Settles the due times of a schedule: at most one run starts, however many were missed. */
export async function meetDue(deps: SchedulerDeps, due: ScheduleRow, now: Date): Promise<void> {
  const { database } = deps
  const { times, newest, next_at } = await timesOf(due, now)
  const due_at = newest.toISOString()
  const missed = missedTimes(times.slice(0, -1), NOT_IN_TIME)
  const settle = async (tx: Transaction, rows: NewTime[]) => {
    const isWritten = await settleDue(tx, due, next_at, rows)
    const written = rows.filter(({ outcome }) => outcome === 'missed')
    const count = written.reduce((sum, { earlier_missed = 0 }) => sum + 1 + earlier_missed, 0)
    if (isWritten && count > 0) await tellOfMissed(tx, due.id, count)
    return isWritten
  }
  const write = (rows: NewTime[]) => database.transaction((tx) => settle(tx, rows))

  const person = await readPerson(database, due)
  const hindrance = hindranceOf(person)
  if (hindrance) {
    const { reason, lasting } = hindrance
    await database.transaction(async (tx) => {
      if (!(await settle(tx, [...missed, refused(due_at, reason)]))) return
      await (lasting ? pause(tx, due, reason) : tellOfRefused(tx, due.id, due_at, reason))
    })
    return
  }
  if (now.getTime() - newest.getTime() > LATE_MS && due.when_missed === 'skip') {
    await write(missedTimes(times, NOT_IN_TIME))
    return
  }
  const inTheWay = await whatIsInTheWay(deps, due)
  if (inTheWay) {
    await write([...missed, { due_at, ...inTheWay }])
    return
  }
  const problem = await startScheduled(deps, due, person, (tx, run_id) =>
    settle(tx, [...missed, { due_at, outcome: 'started', run_id }]),
  ).catch(unlessOvertaken)
  if (problem !== null)
    await database.transaction(async (tx) => {
      if (await settle(tx, [...missed, refused(due_at, problem)]))
        await tellOfRefused(tx, due.id, due_at, problem)
    })
}

async function timesOf(due: ScheduleRow, now: Date) {
  const first = new Date(due.next_at ?? now)
  const { times: later, next } = await timesBetween(due, first, now)
  const times = [first, ...later]
  return { times, newest: times.at(-1) ?? first, next_at: next?.toISOString() ?? null }
}

const NOT_IN_TIME = 'Podium was off, or could not start it in time.'

/** The due times that are not settled yet, recorded when a schedule is changed. */
export async function overtakenTimes(before: ScheduleRow, now: Date): Promise<NewTime[]> {
  if (before.next_at === null || new Date(before.next_at) > now) return []
  const { times } = await timesOf(before, now)
  return missedTimes(times, 'The schedule was changed before the run could start.')
}

function missedTimes(times: readonly Date[], detail: string): NewTime[] {
  const listed = times.slice(-MAX_MISSED)
  return listed.map((time, at) => ({
    due_at: time.toISOString(),
    outcome: 'missed',
    detail,
    earlier_missed: at === 0 ? times.length - listed.length : 0,
  }))
}

export function refused(due_at: string, detail: string): NewTime {
  return { due_at, outcome: 'refused', detail }
}

/** The outcome of a time that finds the previous run, or null if there is none. */
async function whatIsInTheWay(
  { database }: SchedulerDeps,
  { id, when_running }: ScheduleRow,
): Promise<Omit<NewTime, 'due_at'> | null> {
  if (await hasWaiting(database, id))
    return { outcome: 'skipped_running', detail: 'The run of an earlier time is still waiting.' }
  const [run] = await liveRunsOf(database, id)
  if (!run) return null
  if (when_running === 'skip') return { outcome: 'skipped_running', detail: `${run.name} was still running.` }
  return { outcome: 'waiting', detail: `It starts when ${run.name} has ended.` }
}

/** Turns off a schedule whose person may not start its runs any more. */
export function pause(tx: Transaction, { id }: ScheduleRow, reason: string): Promise<void> {
  return pauseSchedules(tx, podium, sql`s.id = ${id}::uuid`, sql`${reason}::text`)
}

/** Ignores that another server was faster; rethrows other errors. */
export function unlessOvertaken(error: unknown): null {
  if (error instanceof Overtaken) return null
  throw error
}
