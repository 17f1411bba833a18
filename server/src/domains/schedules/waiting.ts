import { Failure } from '@podium/contract/rules/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { stopRun } from '../run-records/stop.ts'
import { pause, unlessOvertaken } from './due.ts'
import { hindranceOf, type Person, readPerson } from './person-reads.ts'
import { liveRunsOf, settleWaiting, type WaitingTime } from './repository.ts'
import { tellOfRefused } from './schedule-events.ts'
import { actorOf, type SchedulerDeps, startScheduled } from './scheduled-start.ts'

const TURNED_OFF = 'The schedule was turned off before the run could start.'

/** Starts the run of a waiting time once the previous run has ended; a run to be replaced is asked to stop. */
export async function meetWaiting(deps: SchedulerDeps, time: WaitingTime): Promise<void> {
  const { database } = deps
  const { schedule } = time
  if (!schedule.active) {
    await settleWaiting(database, time, { outcome: 'refused', detail: schedule.detail || TURNED_OFF })
    return
  }
  const tell = (tx: Transaction, reason: string) => tellOfRefused(tx, schedule.id, time.due_at, reason)
  const refuse = (detail: string, then: typeof tell = tell) =>
    database.transaction(async (tx) => {
      if (await settleWaiting(tx, time, { outcome: 'refused', detail })) await then(tx, detail)
    })
  const person = await readPerson(database, schedule)
  const hindrance = hindranceOf(person)
  if (hindrance) {
    const { reason, lasting } = hindrance
    await refuse(reason, lasting ? (tx) => pause(tx, schedule, reason) : tell)
    return
  }
  if (schedule.when_running === 'replace')
    await stopAll(deps, person, await liveRunsOf(database, schedule.id))
  // a queued run has ended by being stopped
  if ((await liveRunsOf(database, schedule.id)).length > 0) return
  const problem = await startScheduled(deps, schedule, person, (tx, run_id) =>
    settleWaiting(tx, time, { outcome: 'started', run_id, detail: '' }),
  ).catch(unlessOvertaken)
  if (problem !== null) await refuse(problem)
}

async function stopAll(deps: SchedulerDeps, person: Person, runs: readonly { id: string }[]): Promise<void> {
  const actor = { ...actorOf(person), display_name: `${person.display_name}'s schedule` }
  for (const { id } of runs)
    await stopRun(deps, actor, id).catch((error) => {
      if (!(error instanceof Failure && ['RUN.ENDED', 'NOT.FOUND'].includes(error.code))) throw error
    })
}
