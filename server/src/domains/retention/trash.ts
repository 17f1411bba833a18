import type { emptyTrash } from '@podium/contract/calls/retention.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Call, Caller } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import type { Actor } from '../audit/audit.ts'
import { cameBy } from '../run-files/in-trash-reads.ts'
import { lockRetention } from '../run-files/lock-retention.ts'
import { type File, isOneOf, markRemoved, someInTrash, unmarkTrashed } from '../run-files/trash-marks.ts'
import { add, instantOf, type Moved, type NamedWorkspace, recordMoved, summed } from './apply-rules.ts'
import { isNeeded } from './free-files-reads.ts'
import { holdTrashDays } from './retention-repository.ts'
import { checkActor } from './still-allowed.ts'

interface Done extends Moved {
  failed: { id: string; detail: string }[]
}

/** Restores files from the trash of a workspace: those of the named runs, or all. */
export function restore(
  database: Database,
  actor: Actor | Caller,
  workspace: NamedWorkspace,
  ids: string[] | undefined,
) {
  return changeChosen(
    database,
    { ids, matching: sql`true` },
    {
      actor,
      workspace,
      action: 'retention.restore',
      change: (tx, matching) => unmarkTrashed(tx, workspace.id, matching),
    },
  )
}

/** Marks files for removal that were in the trash at an instant, or are now. They can no longer be read or restored. */
export async function evictTrash(
  database: Database,
  actor: Actor | Caller,
  workspace: NamedWorkspace,
  { ids, as_of }: Call<typeof emptyTrash>['body'],
) {
  const matching = cameBy(await instantOf(database, workspace.id, as_of))
  return changeChosen(database, { ids, matching }, giveUp(actor, workspace))
}

/** Does the same with files past their days in the trash that are not needed again; each batch checks this anew. */
export function evictOld(
  database: Database,
  actor: Actor | Caller,
  workspace: NamedWorkspace,
): Promise<Moved> {
  return changeAll(database, giveUp(actor, workspace), async (tx) => {
    const days = await holdTrashDays(tx, workspace.id)
    if (days === null) return null
    return sql`f.trashed_at <= now() - make_interval(days => ${days}::int) and not ${isNeeded(workspace.id)}`
  })
}

const giveUp = (actor: Actor | Caller, workspace: NamedWorkspace): Change => ({
  actor,
  workspace,
  action: 'retention.remove',
  change: (tx, matching) => markRemoved(tx, workspace.id, matching),
})

interface Change {
  actor: Actor | Caller
  workspace: NamedWorkspace
  action: string
  /** changes the matching files that are in the trash */
  change(tx: Transaction, matching: SQL): Promise<File[]>
}

interface ChosenFiles {
  ids: string[] | undefined
  matching: SQL
}

async function changeChosen(
  database: Database,
  { ids, matching }: ChosenFiles,
  change: Change,
): Promise<Done> {
  if (ids === undefined) return { ...(await changeAll(database, change, async () => matching)), failed: [] }
  const chosen = [...new Set(ids.map((id) => id.toLowerCase()))]
  const files = await database.transaction(async (tx) => {
    await hold(tx, change)
    return changeSome(tx, change, sql`${isOneOf(chosen.filter(isUuid))} and ${matching}`)
  })
  const done = new Set(files.map(({ run_id }) => run_id))
  const failed = chosen
    .filter((id) => !done.has(id))
    .map((id) => ({ id, detail: 'Nothing of this run is in the trash, or it came there after you looked.' }))
  return { ...summed(files), failed }
}

/** Changes some runs in each transaction; `findMatching` is called first in each, and null ends the loop. */
async function changeAll(
  database: Database,
  change: Change,
  findMatching: (tx: Transaction) => Promise<SQL | null>,
): Promise<Moved> {
  const all: Moved = { runs: 0, logs_bytes: 0, artifacts_bytes: 0 }
  for (;;) {
    const files = await database.transaction(async (tx) => {
      await hold(tx, change)
      const matching = await findMatching(tx)
      if (matching === null) return []
      const ids = await someInTrash(tx, change.workspace.id, matching)
      return changeSome(tx, change, sql`${isOneOf(ids)} and ${matching}`)
    })
    if (files.length === 0) return all
    add(all, summed(files))
  }
}

async function hold(tx: Transaction, { actor, workspace }: Change): Promise<void> {
  await checkActor(tx, actor, workspace.id)
  await lockRetention(tx, workspace.id)
}

async function changeSome(
  tx: Transaction,
  { actor, workspace, action, change }: Change,
  matching: SQL,
): Promise<File[]> {
  const files = await change(tx, matching)
  await recordMoved(tx, actor, workspace, action, files)
  return files
}
