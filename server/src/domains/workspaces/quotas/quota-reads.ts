import type { KeptQuotas } from '@podium/contract/calls/quotas.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'

export async function readQuotasOf(db: Handle, workspaceId: string): Promise<KeptQuotas> {
  const row = await query(db).first<{ quotas: KeptQuotas }>(
    sql`select quotas from workspaces where id = ${workspaceId}::uuid`,
  )
  return row?.quotas ?? {}
}

/** The quotas of all workspaces that have any. */
export async function readAllQuotas(db: Handle): Promise<Map<string, KeptQuotas>> {
  const rows = await query(db).rows<{ id: string; quotas: KeptQuotas }>(
    sql`select id, quotas from workspaces where quotas <> '{}'`,
  )
  return new Map(rows.map(({ id, quotas }) => [id, quotas]))
}

export interface Stored {
  account_id: string | null
  bytes: number
}

/** Parts left out of the stored bytes. */
export interface Except {
  /** the path of an upload that is about to be replaced */
  upload?: string | undefined
  /** true to leave out unfinished direct uploads to the object store */
  begun?: boolean
}

/**
 * The bytes stored in a workspace by person: all files of people and runs, and announced direct uploads to the object
 * store.
 */
export function readStored(db: Handle, workspaceId: string, except?: Except): Promise<Stored[]> {
  return query(db).rows<Stored>(storedIn(workspaceId, except))
}

/** Read by each upload under the workspace's lock, so data set contents, the most numerous, come from an index only. */
export function storedIn(workspaceId: string, { upload = '', begun = false }: Except = {}): SQL {
  const inIt: SQL = sql`workspace_id = ${workspaceId}::uuid`
  return sql`
    select account_id, sum(bytes)::float8 as bytes from (
      select account_id, bytes from uploads where ${inIt} and path <> ${upload}
      union all select created_by, size from solution_versions where ${inIt}
      union all select stored_by, size from data_set_contents where ${inIt} and gone_at is null
      union all select account_id, bytes from run_file_totals where ${inIt}
      union all select account_id, bytes from begun_uploads where ${inIt} and not ${begun}
    ) stored group by account_id`
}
