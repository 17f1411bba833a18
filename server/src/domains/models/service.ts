import type { ModelInfo } from '@podium/contract/calls/models.ts'
import { Failure, fail, failField } from '@podium/contract/rules/errors.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import type { ServingDeps } from '../../deps.ts'
import type { Caller, Sent } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { record } from '../audit/audit.ts'
import { refuseGone } from '../objects/gone-files.ts'
import { query } from '../rows.ts'
import { keepFromTrash } from '../run-files/lock-retention.ts'
import { readFileMarks, takeArtifactBytes } from '../run-files/note-files.ts'
import { removeModel, updateRun } from '../run-records/write-run.ts'
import { modelPath } from '../runs/start/model.ts'
import { refuseUnstorable } from '../solutions/unstorable.ts'
import { PATIENCE_MS, workOffBelow } from '../workspaces/removals.ts'
import { scheduleDeletion } from '../workspaces/reservation.ts'
import { filesOf, filesPrefix, type ModelStores } from './files.ts'
import { findModel, type KnownModel, type RelatedModel, readModel } from './reads.ts'

/** A model with its files. @throws Failure NOT.FOUND */
export async function readModelInfo(
  { database, objects }: ModelStores,
  id: string,
): Promise<Sent<ModelInfo>> {
  const model = (await readModel(database, id)) ?? fail('NOT.FOUND')
  const { attempt: _, bucket: __, ...known } = model
  const { artifacts_trashed_at, artifacts_removed_at } = await readFileMarks(database, id)
  const isGone = artifacts_trashed_at !== null || artifacts_removed_at !== null
  const files = isGone ? { bytes: 0, has_file: false, files: [] } : await filesOf(objects, model)
  return { ...known, ...files, artifacts_trashed_at, artifacts_removed_at }
}

export interface ModelEdit {
  aliases?: string[] | undefined
  note?: string | undefined
}

/**
 * Sets the model's aliases and note. Aliases taken from another model of the solution are audited at both.
 * @throws Failure NOT.FOUND; RUN.TRASHED or RUN.REMOVED if it gets an alias and its files are in the trash or gone
 */
export async function editModel(
  stores: ModelStores,
  caller: Caller,
  id: string,
  { aliases, note }: ModelEdit,
): Promise<Sent<ModelInfo>> {
  if (note !== undefined) refuseUnstorable({ note })
  if (aliases?.some(isUuid)) failField('aliases', 'An alias must not look like an ID. Choose another one.')
  await stores.database.transaction(async (tx) => {
    const model = await holdModel(tx, id)
    if (note !== undefined && note !== model.note) await writeNote(tx, caller, model, note)
    if (aliases !== undefined) await writeAliases(tx, caller, model, [...new Set(aliases)].sort())
  })
  return readModelInfo(stores, id)
}

/** Reads the model, and locks out other changes to the models of its solution. */
async function holdModel(tx: Transaction, id: string): Promise<KnownModel> {
  await tx.execute(sql`
    select from solutions where id = (select solution_id from runs where id = ${id}::uuid) for no key update`)
  await tx.execute(sql`select from runs where id = ${id}::uuid for no key update`)
  return (await findModel(tx, id)) ?? fail('NOT.FOUND')
}

async function writeNote(tx: Transaction, caller: Caller, model: KnownModel, note: string): Promise<void> {
  await updateRun(tx, model.id, { model_note: note })
  await recordEdit(tx, caller, model, { note: model.note ?? '' }, { note })
}

async function writeAliases(
  tx: Transaction,
  caller: Caller,
  model: KnownModel,
  wanted: string[],
): Promise<void> {
  const present = aliasesOf(model)
  if (present.join() === wanted.join()) return
  const lost = present.filter((name) => !wanted.includes(name))
  const gained = wanted.filter((name) => !present.includes(name))
  if (gained.length > 0) await keepModel(tx, model)
  await recordTaken(tx, caller, model, gained)
  await tx.execute(sql`
    delete from model_aliases where run_id = ${model.id}::uuid and name = any(${sql.param(lost)}::text[])`)
  await tx.execute(sql`
    insert into model_aliases (solution_id, name, run_id, given_by)
    select ${model.solution_id}::uuid, name, ${model.id}::uuid, ${caller.account_id}::uuid
    from unnest(${sql.param(gained)}::text[]) as name
    on conflict (solution_id, name) do update
      set run_id = excluded.run_id, given_by = excluded.given_by, given_at = now()`)
  await recordEdit(tx, caller, model, { aliases: present }, { aliases: wanted })
}

/** Keeps the model's files in place from here on. @throws a Failure if they are gone already */
async function keepModel(tx: Transaction, { id, workspace_id, run_name }: KnownModel): Promise<void> {
  await keepFromTrash(tx, workspace_id ?? fail('NOT.FOUND'))
  await refuseGone(tx, { id, name: run_name ?? '' }, 'artifacts')
}

/** Audits the aliases that the other models of the solution lose. */
async function recordTaken(tx: Transaction, caller: Caller, { solution_id }: KnownModel, names: string[]) {
  const losers = await query(tx).rows<{ run_id: string }>(sql`
    select distinct run_id from model_aliases
    where solution_id = ${solution_id}::uuid and name = any(${sql.param(names)}::text[])`)
  for (const { run_id } of losers) {
    const loser = await findModel(tx, run_id)
    if (!loser) continue
    const before = aliasesOf(loser)
    await recordEdit(
      tx,
      caller,
      loser,
      { aliases: before },
      { aliases: before.filter((name) => !names.includes(name)) },
    )
  }
}

function aliasesOf({ aliases }: KnownModel): string[] {
  return aliases.flatMap(({ name }) => name ?? [])
}

const named = (model: KnownModel) => ({
  object_kind: 'model',
  object_id: model.id,
  object_name: model.name ?? '',
  workspace_id: model.workspace_id,
})

async function recordEdit(
  tx: Transaction,
  caller: Caller,
  model: KnownModel,
  before: ModelEdit,
  after: ModelEdit,
): Promise<void> {
  await record(tx, caller, {
    action: 'model.edit',
    ...named(model),
    before: { ...before },
    after: { ...after },
  })
}

/** The things deleted with the model, and those that stay. */
export async function consequencesOf(stores: ModelStores, id: string): Promise<Consequences> {
  const model = (await readModel(stores.database, id)) ?? fail('NOT.FOUND')
  const [{ bytes, files }, live] = await Promise.all([
    filesOf(stores.objects, model),
    countLiveUses(stores.database, id),
  ])
  const reasons = live === 0 ? [] : [new Failure('DELETE.LIVE', { count: live }).message]
  return {
    deletable: live === 0,
    reasons,
    contains: {
      versions: 0,
      instances: 0,
      streams: 0,
      runs: 0,
      bytes: files.reduce((sum, { size }) => sum + size, bytes),
    },
    names: { instances: [], streams: [] },
    goes: sentencesOf(model),
  }
}

function sentencesOf(model: RelatedModel): string[] {
  const aliases = aliasesOf(model)
  const files = `The files of ${model.name} are deleted; its run ${model.run_name} stays.`
  const names =
    aliases.length === 0
      ? []
      : [`${model.solution_name} will then have no model called ${aliases.join(', ')}.`]
  const uses =
    model.use_count === 0
      ? 'No inference run has used it.'
      : `${model.use_count} inference ${model.use_count === 1 ? 'run has' : 'runs have'} used it. The results stay, but a retry is not possible.`
  return [files, ...names, uses]
}

async function countLiveUses(db: Handle, id: string): Promise<number> {
  const counting = sql`
    select count(*)::int as live from runs where model_from = ${id}::uuid and state in (${liveStates})`
  return (await query(db).first<{ live: number }>(counting))?.live ?? 0
}

/**
 * Deletes the model of a run: its number, aliases, note and files.
 * @throws Failure NOT.FOUND, DELETE.LIVE while a live run uses it
 */
export async function deleteModel(deps: ServingDeps, caller: Caller, id: string): Promise<void> {
  const { database, objects } = deps
  const { bucket, ...model } = await database.transaction(async (tx) => {
    const model = await holdModel(tx, id)
    const live = await countLiveUses(tx, id)
    if (live > 0) fail('DELETE.LIVE', { count: live })
    const { files, bytes: packed } = await filesOf(objects, model)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    await tx.execute(sql`delete from model_aliases where run_id = ${id}::uuid`)
    await removeModel(tx, id, bytes)
    await takeArtifactBytes(tx, id, bytes + packed)
    await scheduleDeletion(tx, [{ bucket: model.bucket, prefix: filesPrefix(model) }])
    await record(tx, caller, {
      action: 'model.delete',
      ...named(model),
      before: { name: model.name, aliases: aliasesOf(model), note: model.note ?? '' },
    })
    return model
  })
  await objects.remove(bucket, modelPath(model))
  await deps.background.begin(
    (ending) => workOffBelow(deps, { bucket, prefix: filesPrefix(model) }, ending),
    PATIENCE_MS,
  )
}
