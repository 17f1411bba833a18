import type { describeRun as describeRoute } from '@podium/contract/calls/runs.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { runStars, runs, runTags } from '@podium/database/schema/runs.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../http/call.ts'
import { record } from '../../audit/audit.ts'
import { announce } from '../../run-records/move.ts'
import { updateRun } from '../../run-records/write-run.ts'
import { refuseUnstorable } from '../../solutions/unstorable.ts'

const MAX_TAGS = 20

/** Computes the new tags or note from those before. */
type Change = (before: { tags: string[]; note: string }) => { tags?: string[]; note?: string }

/** Writes the tags and the note that were sent. A star belongs to the caller, not to the run. */
export async function describeRun(
  database: Database,
  caller: Caller,
  id: string,
  sent: z.infer<typeof describeRoute.body>,
): Promise<void> {
  refuseUnstorable(sent)
  const { star, tags, note } = sent
  await database.transaction(async (tx) => {
    if (star !== undefined) await setStar(tx, caller.account_id ?? fail('ACCOUNT.NONE'), id, star)
    await changeDescription(tx, caller, id, () => ({
      ...(tags && { tags }),
      ...(note !== undefined && { note }),
    }))
  })
}

/** Adds tags to a run and removes others. */
export async function tagRun(
  database: Database,
  caller: Caller,
  id: string,
  { add = [], remove = [] }: { add?: string[] | undefined; remove?: string[] | undefined },
): Promise<void> {
  refuseUnstorable({ add, remove })
  await database.transaction((tx) =>
    changeDescription(tx, caller, id, ({ tags }) => ({
      tags: [...tags.filter((tag) => !remove.includes(tag)), ...add],
    })),
  )
}

async function changeDescription(tx: Transaction, caller: Caller, id: string, change: Change): Promise<void> {
  const { name, note, workspace_id } = runs
  const [run] = await tx
    .select({ id: runs.id, name, note, workspace_id })
    .from(runs)
    .where(eq(runs.id, id))
    .for('update')
  if (!run) fail('NOT.FOUND')
  const rows = await tx
    .select({ tag: runTags.tag })
    .from(runTags)
    .where(eq(runTags.run_id, id))
    .orderBy(runTags.tag)
  const before = { tags: rows.map(({ tag }) => tag), note: run.note }
  const edited = { ...before, ...change(before) }
  const after = { ...edited, tags: [...new Set(edited.tags)].sort() }
  if (after.tags.length > MAX_TAGS) fail('RUN.CHOICE', { problem: `A run has at most ${MAX_TAGS} tags.` })
  const isChanged = {
    tags: JSON.stringify(before.tags.toSorted()) !== JSON.stringify(after.tags),
    note: before.note !== after.note,
  }
  if (!isChanged.tags && !isChanged.note) return
  if (isChanged.tags) await writeTags(tx, run, before.tags, after.tags)
  if (isChanged.note) await updateRun(tx, id, { note: after.note })
  const changed = (values: typeof before) => ({
    ...(isChanged.tags && { tags: values.tags }),
    ...(isChanged.note && { note: values.note }),
  })
  await record(tx, caller, {
    action: 'run.describe',
    object_kind: 'run',
    object_id: id,
    object_name: run.name,
    workspace_id: run.workspace_id,
    before: changed(before),
    after: changed(after),
  })
  await announce(tx, [run])
}

async function writeTags(
  tx: Transaction,
  run: { id: string; workspace_id: string },
  before: string[],
  after: string[],
): Promise<void> {
  const [gone, added] = [
    before.filter((tag) => !after.includes(tag)),
    after.filter((tag) => !before.includes(tag)),
  ]
  if (gone.length > 0)
    await tx.delete(runTags).where(and(eq(runTags.run_id, run.id), inArray(runTags.tag, gone)))
  if (added.length > 0)
    await tx
      .insert(runTags)
      .values(added.map((tag) => ({ run_id: run.id, workspace_id: run.workspace_id, tag })))
}

async function setStar(tx: Transaction, account_id: string, run_id: string, star: boolean): Promise<void> {
  if (star) await tx.insert(runStars).values({ account_id, run_id }).onConflictDoNothing()
  else await tx.delete(runStars).where(and(eq(runStars.account_id, account_id), eq(runStars.run_id, run_id)))
}
