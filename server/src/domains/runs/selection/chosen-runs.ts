import type { stopRuns } from '@podium/contract/calls/run-selection.ts'
import { Failure, FieldProblems, fail } from '@podium/contract/rules/errors.ts'
import { may } from '@podium/contract/rules/permissions.ts'
import { ENDED_STATES, LIVE_STATES, type RunState } from '@podium/contract/rules/run-state.ts'
import type { Database } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { askerOf } from '../../../http/asker.ts'
import type { Caller, ScopedObject } from '../../../http/call.ts'
import { findObject, isUuid } from '../../../http/scoped-objects.ts'
import { query } from '../../rows.ts'
import { refuseUnstorable } from '../../solutions/unstorable.ts'
import { readFilter } from '../lists/run-filter.ts'
import { chooseRuns, MAX_COUNTED } from '../lists/run-page.ts'

type Chosen = z.infer<typeof stopRuns.body>

/** Maximum number of runs of one call. */
const MOST = 1_000
/** Maximum number of failures in the answer. */
const NAMED = 100
/** Runs that are changed at the same time. */
const AT_ONCE = 4

interface Counts {
  total: number
  stop: number
  retry: number
  delete: number
  before: string
}

interface Many {
  done: number
  failed: { id: string; detail: string }[]
  failed_count: number
}

/**
 * Does the work for each of the runs, a few at a time. The caller's rights are checked again for each. A run that
 * fails, also with an unexpected error, is reported and does not stop the others.
 * @throws Failure RUN.FILTER, RUN.MANY
 */
export async function toMany(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  workspace: ScopedObject,
  caller: Caller,
  chosen: Chosen,
  work: (run: ScopedObject) => Promise<void>,
): Promise<Many> {
  const ids = await idsOf(database, workspace, caller, chosen)
  const many: Many = { done: 0, failed: [], failed_count: 0 }
  const waiting = ids.values()
  const doNext = async () => {
    for (const id of waiting) {
      const reason = await reasonAgainst(
        async () => work(await findRun(database, workspace, caller, id)),
        (err) => log.error({ err, run: id }, 'a call for many runs failed for one of them'),
      )
      if (reason === null) many.done += 1
      else {
        many.failed_count += 1
        if (many.failed.length < NAMED) many.failed.push({ id, detail: reason })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, doNext))
  return many
}

async function reasonAgainst(
  work: () => Promise<void>,
  tellUnexpected: (error: unknown) => void,
): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Failure) return String(error.detail)
    if (error instanceof FieldProblems) return error.message
    tellUnexpected(error)
    return 'Something went wrong with this run on the server. Check the run, then try again.'
  }
}

async function findRun(
  database: Database,
  workspace: ScopedObject,
  caller: Caller,
  id: string,
): Promise<ScopedObject> {
  const run = await findObject(database, 'run', id, caller.account_id)
  if (run?.workspace_id !== workspace.workspace_id) return fail('NOT.FOUND')
  if (!may('run.stop', askerOf(caller, run))) fail('NOT.FOUND')
  return run
}

/** The ids of the chosen runs; the newest first if a filter chooses them. */
async function idsOf(
  database: Database,
  workspace: ScopedObject,
  caller: Caller,
  chosen: Chosen,
): Promise<string[]> {
  const { rows, isByFilter } = await rowsOf(database, workspace, caller, chosen)
  if (!isByFilter) return [...new Set((chosen.ids ?? []).map((id) => id.toLowerCase()))]
  const found = await query(database).rows<{ id: string }>(sql`
    select id from (${rows} limit ${MAX_COUNTED + 1}) chosen order by created_at desc, id desc`)
  if (found.length > MOST)
    fail('RUN.MANY', {
      count: found.length > MAX_COUNTED ? `More than ${MAX_COUNTED}` : found.length,
      most: MOST,
    })
  return found.map(({ id }) => id)
}

/** Selects the chosen runs as rows with id, state and creator. */
async function rowsOf(database: Database, workspace: ScopedObject, caller: Caller, chosen: Chosen) {
  const { ids, filter, before } = chosen
  refuseUnstorable(chosen)
  if ((ids === undefined) === (filter === undefined))
    fail('RUN.FILTER', { problem: 'Say which runs: send either their ids or a filter.' })
  const wasThere = before === undefined ? sql`true` : createdUpTo(before)
  const columns = sql`${runs.id}, ${runs.state}, ${runs.created_by}, ${runs.created_at}`
  const reading = { workspace_id: workspace.workspace_id, account_id: caller.account_id }
  if (filter) {
    const { condition } = await chooseRuns(database, await readFilter(database, reading, filter))
    return { rows: sql`select ${columns} from runs where ${condition} and ${wasThere}`, isByFilter: true }
  }
  const known = (ids ?? []).filter(isUuid)
  const rows = sql`select ${columns} from runs
    where workspace_id = ${reading.workspace_id}::uuid and id = any(${sql.param(known)}::uuid[])`
  return { rows, isByFilter: false }
}

function createdUpTo(instant: string): SQL {
  const at = new Date(instant)
  // PostgreSQL has no year 0 and accepts no sign before a year.
  if (instant < '0001' || Number.isNaN(at.getTime()) || at.toISOString() !== instant)
    fail('RUN.FILTER', {
      problem: "Send in 'before' the time that countRuns returned, such as 2026-11-20T09:30:00.000Z.",
    })
  return sql`${runs.created_at} <= ${instant}::timestamptz`
}

/**
 * Counts the chosen runs, and those that can be stopped, retried and deleted; `before` is the sent instant, else now.
 */
export async function countRuns(database: Database, workspace: ScopedObject, caller: Caller, chosen: Chosen) {
  const { rows } = await rowsOf(database, workspace, caller, chosen)
  const asker = askerOf(caller, workspace)
  const ownToDelete = may('stream.delete', { ...asker, madeIt: true })
    ? sql`created_by = ${caller.account_id}::uuid`
    : sql`false`
  const mayDelete = may('stream.delete', asker) ? sql`true` : ownToDelete
  const inOneOf = (states: readonly RunState[]) => sql`state = any(${sql.param([...states])}::text[])`
  const counts = await query(database).first<Counts>(sql`
    select count(*) as total, coalesce(${chosen.before ?? null}::timestamptz, now())::timestamptz(3) as before,
      count(*) filter (where ${inOneOf(LIVE_STATES)}) as stop,
      count(*) filter (where ${inOneOf(ENDED_STATES)}) as retry,
      count(*) filter (where ${inOneOf(ENDED_STATES)} and ${mayDelete}) as delete
    from (${rows} limit ${MAX_COUNTED}) chosen`)
  if (!counts) throw new Error('PostgreSQL answered no count.')
  return counts
}
