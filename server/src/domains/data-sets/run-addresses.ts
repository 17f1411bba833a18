import {
  dataSetAddress,
  isDataSetAddress,
  parseDataSetAddress,
} from '@podium/contract/rules/data-set-address.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** A version that a run reads, and the address that the run has for it. */
export interface DataSetUse {
  version_id: string
  name: string
  address: string
}

type Found = { use: DataSetUse } | { problem: string }

interface Place {
  workspace_id: string
  /** the run that already has these addresses, or null: its data set may have been renamed since */
  run: string | null
}

/** Finds the version of `data-set://…`; an address without a version means the newest one. */
export async function findDataSet(db: Handle, { workspace_id, run }: Place, address: string): Promise<Found> {
  const used = run === null ? null : await findUse(db, run, address)
  if (used) return { use: used }
  const parsed = parseDataSetAddress(address)
  if (!parsed)
    return {
      problem: `${address} is not the address of a data set: write data-set://name or data-set://name@v3.`,
    }
  // A retry looks up no names: its data set may be gone, and a new one have the name.
  const found =
    run === null &&
    (await query(db).first<{ id: string; name: string; number: number }>(sql`
    select v.id, d.name, v.number from data_sets d join data_set_versions v on v.data_set_id = d.id
    where d.workspace_id = ${workspace_id}::uuid and lower(d.name) = lower(${parsed.name}) and v.number is not null
      and (${parsed.version}::int is null or v.number = ${parsed.version}::int)
    order by v.number desc limit 1`))
  if (!found) return { problem: `This workspace has no ${nameOf(parsed)}: upload it, or choose another.` }
  return { use: useOf(found) }
}

function nameOf({ name, version }: { name: string; version: number | null }): string {
  return version === null ? `data set ${name} with a version` : `version ${version} of a data set ${name}`
}

async function findUse(db: Handle, run: string, address: string): Promise<DataSetUse | null> {
  const found = await query(db).first<{ id: string; name: string; number: number }>(sql`
    select v.id, d.name, v.number from data_set_uses u
    join data_set_versions v on v.id = u.version_id join data_sets d on d.id = v.data_set_id
    where u.run_id = ${run}::uuid and u.address = ${address}`)
  return found && useOf(found)
}

function useOf({ id, name, number }: { id: string; name: string; number: number }): DataSetUse {
  return { version_id: id, name, address: dataSetAddress(name, number) }
}

/** Adds the version to each address and lists the versions, each once; or returns what is wrong with an address. */
export async function resolveDataSets(
  db: Handle,
  place: Place,
  addresses: string[],
): Promise<{ addresses: string[]; uses: DataSetUse[] } | { problem: string }> {
  const uses: DataSetUse[] = []
  const resolved: string[] = []
  for (const address of addresses) {
    const found = isDataSetAddress(address) ? await findDataSet(db, place, address) : null
    if (found && 'problem' in found) return found
    const other = uses.find(({ name }) => name === found?.use.name)
    if (found && other && other.version_id !== found.use.version_id)
      return {
        problem: `${other.address} and ${found.use.address} are one data set: a run reads one version of it.`,
      }
    if (other) continue
    if (found) uses.push(found.use)
    resolved.push(found?.use.address ?? address)
  }
  return { addresses: resolved, uses }
}

/** Records the versions that a run reads. @returns false if one was deleted since it was looked up */
export async function noteUses(tx: Transaction, run: string, uses: DataSetUse[]): Promise<boolean> {
  const versions = [...new Set(uses.map(({ version_id }) => version_id))]
  const held = await query(tx).rows(
    sql`select id from data_set_versions where id = any(${sql.param(versions)}::uuid[]) for key share`,
  )
  if (held.length < versions.length) return false
  for (const { version_id, address } of uses)
    await tx.execute(sql`
      insert into data_set_uses (version_id, run_id, address) values (${version_id}::uuid, ${run}::uuid, ${address})
      on conflict do nothing`)
  return true
}
