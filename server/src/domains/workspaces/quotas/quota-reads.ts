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

/** Of all workspaces that have any. */
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

/** Parts that are left out of what is stored. */
export interface Except {
  /** the path of an upload that is about to be replaced */
  upload?: string | undefined
  /** whether uploads on their way to the object store itself are left out */
  begun?: boolean
}

/**
 * What is stored in a workspace, by the person who stored it: every kind of file that people and runs leave there, and
 * what was announced and is on its way to the object store itself.
 */
export function readStored(db: Handle, workspaceId: string, except?: Except): Promise<Stored[]> {
  return query(db).rows<Stored>(storedIn(workspaceId, except))
}

/** Each upload asks this while its workspace is held: contents of data sets, of which there are most, come from an index alone. */
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
