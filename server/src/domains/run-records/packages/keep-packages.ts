import { createHash } from 'node:crypto'
import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import type { Database, Transaction } from '@podium/database/connect.ts'
import { packageSets, runPackages } from '@podium/database/schema/packages.ts'
import { sql } from 'drizzle-orm'
import { query } from '../../rows.ts'
import type { RunRow } from '../run-row.ts'

/** Stores the packages installed for the run. Runs of a workspace with the same list share one row. */
export async function keepPackages(
  tx: Transaction,
  { id, workspace_id }: Pick<RunRow, 'id' | 'workspace_id'>,
  { tool, file, python, requires_python, packages, fetched }: PackageList,
): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify([tool, file, python, requires_python, packages]))
    .digest('hex')
  const [set] = await tx
    .insert(packageSets)
    .values({ workspace_id, hash, tool, file, python, requires_python, packages, count: packages.length })
    // The update locks the row, so that dropUnusedSets() leaves it.
    .onConflictDoUpdate({ target: [packageSets.workspace_id, packageSets.hash], set: { hash } })
    .returning({ set_id: packageSets.id })
  if (!set) return
  await tx
    .insert(runPackages)
    .values({ run_id: id, ...set, fetched })
    .onConflictDoUpdate({ target: runPackages.run_id, set: { ...set, fetched: fetched ?? null } })
}

/** Forgets what was installed for a run that begins anew. */
export async function dropPackages(tx: Transaction, runId: string): Promise<void> {
  await tx.execute(sql`delete from run_packages where run_id = ${runId}::uuid`)
}

/** Removes the lists that no run refers to any more. One that a run is being given is locked, and stays. */
export function dropUnusedSets(database: Database): Promise<void> {
  return database.transaction(async (tx) => {
    const unused = await query(tx).rows<{ id: string }>(sql`
      select id from package_sets where not exists (select from run_packages where set_id = package_sets.id)
      for update skip locked`)
    if (unused.length === 0) return
    const ids = sql.param(unused.map(({ id }) => id))
    // This statement sees runs that got the list just before its row was locked.
    await tx.execute(sql`delete from package_sets where id = any(${ids}::uuid[])
      and not exists (select from run_packages where set_id = package_sets.id)`)
  })
}
