import type {
  createSchedule as createRoute,
  editSchedule as editRoute,
  listSchedules as listRoute,
  Schedule,
} from '@podium/contract/calls/schedules.ts'
import { MAX_SCHEDULES } from '@podium/contract/calls/schedules.ts'
import { fail, failField } from '@podium/contract/rules/errors.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { schedules } from '@podium/database/schema/schedules.ts'
import { eq } from 'drizzle-orm'
import type { Call, Caller, ScopedObject } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { namedObject, record } from '../audit/audit.ts'
import { editRecord, sentFields } from '../edit-record.ts'
import { readStartSources, type StartSources } from '../run-records/reads.ts'
import { keepNamedModel } from '../runs/start/model.ts'
import { refuseUnstorable } from '../solutions/unstorable.ts'
import { overtakenTimes } from './due.ts'
import { type Found, listOf, readOne } from './reads.ts'
import { addTimes, lockSchedule, newestTime, type ScheduleRow, updateSchedule } from './repository.ts'
import { assertValidTiming, nextTimes, type Timing, tidyCron } from './times.ts'

const DEFAULTS = {
  pipeline: 'train',
  model_from: '',
  time_zone: 'UTC',
  when_missed: 'skip',
  when_running: 'skip',
  active: true,
} as const

type Choices = Pick<Schedule, 'cron' | keyof typeof DEFAULTS>

const SHOWN_TIMES = 5

function withNext(found: Found): Schedule {
  const times = found.active ? nextTimes(found, SHOWN_TIMES, new Date()) : []
  return { ...found, next: times.map((time) => time.toISOString()) }
}

export async function listSchedules(
  database: Database,
  workspace: string,
  query: Call<typeof listRoute>['query'],
) {
  const { rows, total } = await listOf(database, workspace, query)
  return { schedules: rows.map(withNext), total }
}

/** The next five times, or the problems of the expression and the time zone. */
export function timesOf({ cron, time_zone = DEFAULTS.time_zone }: Partial<Timing> & { cron: string }) {
  const timing = { cron: tidyCron(cron), time_zone }
  const now = new Date()
  assertValidTiming(timing, now, 'query')
  return { next: nextTimes(timing, SHOWN_TIMES, now).map((time) => time.toISOString()) }
}

export async function makeSchedule(
  database: Database,
  { workspace_id }: ScopedObject,
  caller: Caller,
  { stream_id, ...sent }: Call<typeof createRoute>['body'],
): Promise<Schedule> {
  refuseUnstorable(sent)
  const run_as = caller.account_id ?? fail('ACCOUNT.NONE')
  const chosen: Choices = { ...DEFAULTS, ...sent, cron: tidyCron(sent.cron) }
  assertValidChoices(chosen)
  const sources = await resolveSources(database, { stream_id, workspace_id }, chosen.pipeline)
  const id = await database.transaction(async (tx) => {
    await keepModel(tx, sources, chosen)
    if ((await tx.$count(schedules, eq(schedules.workspace_id, workspace_id))) >= MAX_SCHEDULES)
      fail('WORKSPACE.FULL', { most: MAX_SCHEDULES, what: 'schedules' })
    const [made] = await tx
      .insert(schedules)
      .values({
        ...columnsOf(chosen),
        workspace_id,
        stream_id,
        next_at: nextAt(chosen, new Date()),
        run_as,
        created_by: run_as,
      })
      .returning({ id: schedules.id })
    const { id, stream_name } = (made && (await readOne(tx, made.id))) ?? fail('NOT.FOUND')
    await record(tx, caller, {
      action: 'schedule.create',
      ...namedObject('schedule', { id, name: stream_name, workspace_id }),
      after: { ...chosen, stream_id },
    })
    return id
  })
  return readSchedule(database, id)
}

/** @throws Failure NOT.FOUND */
export async function readSchedule(database: Database, id: string): Promise<Schedule> {
  return withNext((await readOne(database, id)) ?? fail('NOT.FOUND'))
}

type LockedSchedule = NonNullable<Awaited<ReturnType<typeof lockSchedule>>>

/** The audited fields of an edit: the choices, and the person as whom it runs. */
type Fields = Choices & { runs_as: string }

/**
 * Applies the sent fields that differ. The caller takes the schedule over, unless they only turn it off.
 * @param revision the one that the caller saw, or null if not given
 * @throws Failure EDIT.STALE with the present schedule
 */
export async function changeSchedule(
  database: Database,
  { id, name, workspace_id }: ScopedObject,
  caller: Caller,
  { cron, ...others }: Omit<Call<typeof editRoute>['body'], 'revision'>,
  revision: number | null,
): Promise<Schedule> {
  const run_as = caller.account_id ?? fail('ACCOUNT.NONE')
  const sent = sentFields({ ...others, cron: cron && tidyCron(cron) })
  refuseUnstorable(sent)
  return editRecord<LockedSchedule, Fields, Schedule>(
    database,
    {
      actor: caller,
      revision,
      lock: (tx) => lockSchedule(tx, id),
      compare(row) {
        const before = { ...choicesOf(row), runs_as: row.runs_as }
        const isOnlyOff = Object.keys(sent).every((field) => field === 'active') && sent.active === false
        return { before, after: { ...sent, ...(!isOnlyOff && { runs_as: caller.username }) } }
      },
      async write(tx, { runs_as: taker, ...changes }, row) {
        const chosen = { ...choicesOf(row), ...changes }
        assertValidChoices(chosen)
        // if the choice stays, the next run reports a problem with it
        if (changes.pipeline || changes.model_from || changes.active)
          await keepModel(tx, await resolveSources(tx, row, chosen.pipeline), chosen)
        // the scheduler skips a time that it finds changed
        await addTimes(tx, id, await overtakenTimes(row, new Date()))
        await updateSchedule(tx, id, {
          ...columnsOf(chosen),
          ...(changes.active !== undefined && { detail: '' }),
          next_at: nextAt(chosen, await startOfNext(tx, id)),
          ...(taker !== undefined && { run_as }),
        })
      },
      event: () => ({ action: 'schedule.edit', ...namedObject('schedule', { id, name, workspace_id }) }),
    },
    () => readSchedule(database, id),
  )
}

/** Deletes it with its recorded times; the runs stay. */
export async function removeSchedule(
  database: Database,
  { id, name, workspace_id }: ScopedObject,
  caller: Caller,
): Promise<void> {
  await database.transaction(async (tx) => {
    const row = (await lockSchedule(tx, id)) ?? fail('NOT.FOUND')
    await tx.delete(schedules).where(eq(schedules.id, id))
    await record(tx, caller, {
      action: 'schedule.delete',
      ...namedObject('schedule', { id, name, workspace_id }),
      before: choicesOf(row),
    })
  })
}

function choicesOf(row: ScheduleRow): Choices {
  const { cron, time_zone, pipeline, when_missed, when_running, active } = row
  return { cron, time_zone, pipeline, model_from: row.model_from ?? '', when_missed, when_running, active }
}

function columnsOf({ model_from, ...chosen }: Choices) {
  return { ...chosen, model_from: model_from || null }
}

function assertValidChoices({ pipeline, model_from, ...timing }: Choices): void {
  assertValidTiming(timing, new Date(), 'body')
  if (pipeline === 'train' && model_from !== '')
    failField('model_from', 'A training run reads no model: leave model_from out.')
}

/** The inputs that a run of the stream would start with. */
async function resolveSources(
  db: Parameters<typeof readStartSources>[0],
  { stream_id, workspace_id }: { stream_id: string; workspace_id: string },
  pipeline: Mode,
): Promise<StartSources> {
  const sources = isUuid(stream_id) ? await readStartSources(db, stream_id) : null
  if (sources?.workspace.id !== workspace_id) failField('stream_id', 'This workspace has no such stream.')
  const { version, solution, instance } = sources
  if (instance.draft) fail('INSTANCE.DRAFT')
  if (!pipelineOf(version.metadata_json, pipeline))
    fail('RUN.NO_PIPELINE', { version: version.version_num, solution: solution.name, pipeline })
  return sources
}

async function keepModel(tx: Transaction, sources: StartSources, { pipeline, model_from }: Choices) {
  if (pipeline === 'inference' && model_from !== '') await keepNamedModel(tx, sources, model_from)
}

function nextAt(chosen: Choices, from: Date): string | null {
  return chosen.active ? (nextTimes(chosen, 1, from)[0]?.toISOString() ?? null) : null
}

/** From now on, but after the newest settled time, because a server's clock may have been ahead. */
async function startOfNext(tx: Parameters<typeof newestTime>[0], id: string): Promise<Date> {
  return new Date(Math.max(Date.now(), Date.parse((await newestTime(tx, id)) ?? '') || 0))
}
