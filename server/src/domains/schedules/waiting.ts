import { Failure } from '@podium/contract/errors.ts'
import { stopRun } from '../runs/loop/stop.ts'
import { pause, unlessOvertaken } from './due.ts'
import { hindranceOf, type Person, readPerson } from './person-reads.ts'
import { liveRunsOf, settleWaiting, type WaitingTime } from './repository.ts'
import { actorOf, type SchedulerDeps, startScheduled } from './scheduled-start.ts'

const TURNED_OFF = 'The schedule was turned off before the run could start.'

/** Starts the run of a time that waited, once the run before has ended; where that is to be replaced, it is asked to stop. */
export async function meetWaiting(deps: SchedulerDeps, time: WaitingTime): Promise<void> {
  const { database } = deps
  const { schedule } = time
  const refuse = (detail: string) => settleWaiting(database, time, { outcome: 'refused', detail })
  if (!schedule.active) {
    await refuse(schedule.detail || TURNED_OFF)
    return
  }
  const person = await readPerson(database, schedule)
  const hindrance = hindranceOf(person)
  if (hindrance) {
    const { reason, lasting } = hindrance
    await database.transaction(async (tx) => {
      if ((await settleWaiting(tx, time, { outcome: 'refused', detail: reason })) && lasting)
        await pause(tx, schedule, reason)
    })
    return
  }
  if (schedule.when_running === 'replace')
    await stopAll(deps, person, await liveRunsOf(database, schedule.id))
  // one that was queued has ended with that
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
