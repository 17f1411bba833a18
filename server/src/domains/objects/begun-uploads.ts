import { fail } from '@podium/contract/rules/errors.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { begunUploads } from '@podium/database/schema/usage.ts'
import type { DirectTransfers } from '@podium/storage/object-store.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import type { BegunUpload } from './upload-names.ts'

/** Limits the unfinished uploads of a person, because their parts take room in the store. */
const MAX_BEGUN = 20
/** After this time an idle upload may be aborted for another one of the person, after LIFETIME in any case. */
const LEFT = '15 minutes'
const LIFETIME = '1 day'
const BEGUN_LOCK = 4_927_005

const ofPerson = ({ account_id }: Caller) =>
  account_id === null ? isNull(begunUploads.account_id) : eq(begunUploads.account_id, account_id)
const untouchedFor = (time: string) => sql`${begunUploads.touched_at} < now() - ${time}::interval`

/** Aborts idle uploads of a person who has as many as allowed. */
export async function endLeftOf(database: Database, direct: DirectTransfers, caller: Caller): Promise<void> {
  if ((await countOf(database, caller)) >= MAX_BEGUN)
    await endWhere(database, direct, and(ofPerson(caller), untouchedFor(LEFT)))
}

/** Aborts the uploads that were idle for a day, or only forgets them if clients no longer send to the store. */
export function endLeft(database: Database, direct: DirectTransfers | null): Promise<void> {
  return endWhere(database, direct, untouchedFor(LIFETIME))
}

/**
 * Checks that the person may begin another upload. Until the transaction ends, no other upload of theirs can begin.
 * @throws Failure UPLOAD.MANY
 */
export async function refuseMany(tx: Transaction, caller: Caller): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${BEGUN_LOCK}, hashtext(${caller.account_id ?? ''}))`)
  if ((await countOf(tx, caller)) >= MAX_BEGUN) fail('UPLOAD.MANY')
}

/** Records an upload that has just begun. */
export async function noteBegun(db: Handle, upload: BegunUpload): Promise<void> {
  const { workspace_id, account_id, bucket, path, store } = upload
  const { id: store_id, mark, bytes } = store
  await db.insert(begunUploads).values({ mark, workspace_id, account_id, bucket, path, bytes, store_id })
}

/** Records that the client is still sending. */
export async function touchBegun(db: Handle, mark: string): Promise<void> {
  await db.update(begunUploads).set({ touched_at: sql`now()` }).where(eq(begunUploads.mark, mark))
}

/** Deletes the row of an upload that was completed or aborted. */
export async function forgetBegun(db: Handle, mark: string): Promise<void> {
  await db.delete(begunUploads).where(eq(begunUploads.mark, mark))
}

async function countOf(db: Handle, caller: Caller): Promise<number> {
  return db.$count(begunUploads, ofPerson(caller))
}

/** Deletes the row of an upload only once the store has none of its parts. */
async function endWhere(
  database: Database,
  direct: DirectTransfers | null,
  which: SQL | undefined,
): Promise<void> {
  for (const { mark, bucket, path, store_id, bytes } of await database
    .select()
    .from(begunUploads)
    .where(which)) {
    await direct?.abort(bucket, path, { id: store_id, mark, bytes })
    await forgetBegun(database, mark)
  }
}
