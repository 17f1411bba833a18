import { Failure, fail } from '@podium/contract/rules/errors.ts'
import { may } from '@podium/contract/rules/permissions.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ServingDeps } from '../../deps.ts'
import { askerOf } from '../../http/asker.ts'
import { madeItAlone, refuseDeletion } from '../../http/below.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { namedObject, record } from '../audit/audit.ts'
import { query } from '../rows.ts'
import { PATIENCE_MS } from '../workspaces/removals.ts'
import { isNamedByNoOther, lockForRemoval, removeGoneContents, removeVersions } from './contents.ts'

/** The object of a deletion: a whole data set, or one of its versions. */
export interface Target {
  dataSet: ScopedObject
  /** null: the whole data set */
  version: number | null
}

const versionsOf = ({ dataSet, version }: Target): SQL => sql`
  select v.id from data_set_versions v where v.data_set_id = ${dataSet.id}::uuid
    and (${version}::int is null or v.number = ${version}::int)`

const MAX_NAMES = 5

/** Lists what would be deleted, and which runs have read it. @throws Failure NOT.FOUND */
export async function consequencesOf(db: Handle, target: Target): Promise<Consequences> {
  const { versions, bytes, folder } = (await weigh(db, target)) ?? fail('NOT.FOUND')
  if (target.version !== null && versions === 0) fail('NOT.FOUND')
  const [live, runs] = await Promise.all([countLive(db, target), runsThatRead(db, target)])
  return {
    deletable: live === 0,
    reasons: live === 0 ? [] : [new Failure('DELETE.LIVE', { count: live }).message],
    contains: { versions: target.version === null ? versions : 0, instances: 0, streams: 0, runs: 0, bytes },
    names: { instances: [], streams: [] },
    goes: [usesInWords(runs), ...(folder === '' ? [] : [`The files in ${folder} of the bucket stay there.`])],
  }
}

/** Sums what a deletion frees; each content is checked once, however many files have it. */
function weigh(db: Handle, target: Target) {
  return query(db).first<{ versions: number; bytes: number; folder: string }>(sql`
    select count(*)::int as versions, coalesce(max(from_folder), '') as folder, (
      select coalesce(sum(size), 0)::float8 from (
        select distinct f.sha256, f.size from data_set_files f
        where f.version_id in (${versionsOf(target)}) and f.sha256 is not null offset 0) as content
      where ${isNamedByNoOther(sql`content.sha256`, target.dataSet.workspace_id, sql`array(${versionsOf(target)})`)}
    ) as bytes
    from data_set_versions where id in (${versionsOf(target)}) and number is not null`)
}

function usesInWords({ names, count }: { names: string[]; count: number }): string {
  if (count === 0) return 'No run has read it.'
  const more = count > names.length ? ` and ${count - names.length} more` : ''
  return `${count} ${count === 1 ? 'run has' : 'runs have'} read it: ${names.join(', ')}${more}. The results stay, but a retry is not possible.`
}

async function runsThatRead(db: Handle, target: Target): Promise<{ names: string[]; count: number }> {
  const reading = sql`from runs r where r.id in (
    select run_id from data_set_uses where version_id in (${versionsOf(target)}))`
  const [found, counted] = await Promise.all([
    query(db).rows<{ name: string }>(
      sql`select r.name ${reading} order by r.created_at desc, r.id desc limit ${MAX_NAMES}`,
    ),
    query(db).first<{ count: number }>(sql`select count(*)::int as count ${reading}`),
  ])
  return { names: found.map(({ name }) => name), count: counted?.count ?? 0 }
}

async function countLive(db: Handle, target: Target): Promise<number> {
  const found = await query(db).first<{ live: number }>(sql`
    select count(distinct r.id)::int as live from data_set_uses u join runs r on r.id = u.run_id
    where u.version_id in (${versionsOf(target)}) and r.state in (${liveStates})`)
  return found?.live ?? 0
}

/** @throws Failure NOT.FOUND, DELETE.LIVE while a live run reads it, DELETE.BUILT_ON, NOT.ALLOWED */
export async function deleteTarget(deps: ServingDeps, caller: Caller, target: Target): Promise<void> {
  const { dataSet, version } = target
  await deps.database.transaction(async (tx) => {
    await lockForRemoval(tx, dataSet.workspace_id)
    const held = sql`select from data_sets where id = ${dataSet.id}::uuid for update`
    if (!(await query(tx).any(held))) fail('NOT.FOUND')
    await checkStillAlone(tx, dataSet, caller)
    const ids = await query(tx).rows<{ id: string }>(sql`${versionsOf(target)} order by v.id for update`)
    if (version !== null && ids.length === 0) fail('NOT.FOUND')
    const live = await countLive(tx, target)
    if (live > 0) fail('DELETE.LIVE', { count: live })
    await removeVersions(
      tx,
      dataSet.workspace_id,
      ids.map(({ id }) => id),
    )
    if (version === null) await tx.execute(sql`delete from data_sets where id = ${dataSet.id}::uuid`)
    await record(tx, caller, {
      action: version === null ? 'data-set.delete' : 'data-set.delete-version',
      ...namedObject('data-set', dataSet),
      before: version === null ? { name: dataSet.name, versions: ids.length } : { version },
    })
  })
  await deps.background.begin((ending) => removeGoneContents(deps, ending), PATIENCE_MS)
}

/** Checks again, because another person may have added a version since the caller's permission was checked. */
async function checkStillAlone(tx: Transaction, dataSet: ScopedObject, caller: Caller): Promise<void> {
  const asker = askerOf(caller, dataSet)
  if (may('data-set.delete', asker)) return
  const madeIt = await madeItAlone(tx, dataSet, caller.account_id)
  if (!may('data-set.delete', { ...asker, madeIt })) await refuseDeletion(tx, dataSet, caller.account_id)
}
