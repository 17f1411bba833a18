import type { saveRunView as saveRoute } from '@podium/contract/calls/run-list.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { may, mayOnlyLook } from '@podium/contract/rules/permissions.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { askerOf } from '../../../http/asker.ts'
import type { Caller, ScopedObject } from '../../../http/call.ts'
import { hasId } from '../../../http/list.ts'
import { isUuid } from '../../../http/scoped-objects.ts'
import { record } from '../../audit/audit.ts'
import { query, selectRows } from '../../rows.ts'
import { refuseUnstorable } from '../../solutions/unstorable.ts'

type RunView = ReplyOf<typeof saveRoute>

/** Lists the account's own views, then the shared ones of others. */
export function listViews(db: Handle, workspaceId: string, accountId: string | null): Promise<RunView[]> {
  return selectRows<RunView>(
    db,
    {
      id: sql`v.id`,
      name: sql`v.name`,
      address: sql`v.address`,
      shared: sql`v.shared`,
      own: sql`v.account_id is not distinct from ${accountId}::uuid`,
      created_by: sql`a.display_name`,
    },
    sql`from run_views v join accounts a on a.id = v.account_id
    where v.workspace_id = ${workspaceId}::uuid and (v.shared or v.account_id = ${accountId}::uuid)
    order by own desc, lower(v.name), v.id`,
  )
}

/**
 * Saves a view of the caller. It replaces one of the same name, and the renamed one if it got a new name.
 * @throws Failure ACCOUNT.NONE, WORKSPACE.ONLY_LOOK for a view that others would see
 */
export async function saveView(
  database: Database,
  workspace: ScopedObject,
  caller: Caller,
  sent: z.infer<typeof saveRoute.body>,
): Promise<RunView> {
  refuseUnstorable(sent)
  const account = caller.account_id ?? fail('ACCOUNT.NONE')
  const { workspace_id } = workspace
  const { name, address, shared, replaces = '' } = sent
  if (shared && mayOnlyLook('run.describe', askerOf(caller, workspace))) fail('WORKSPACE.ONLY_LOOK')
  const id = await database.transaction(async (tx) => {
    await query(tx).any(sql`
      delete from run_views
      where ${hasId(sql`id`, replaces)} and workspace_id = ${workspace_id}::uuid and account_id = ${account}::uuid`)
    const saved = await query(tx).first<{ id: string }>(sql`
      insert into run_views (workspace_id, account_id, name, address, shared)
      values (${workspace_id}::uuid, ${account}::uuid, ${name}, ${address}, ${shared})
      on conflict (workspace_id, account_id, lower(name))
      do update set name = excluded.name, address = excluded.address, shared = excluded.shared
      returning id`)
    await recordView(tx, caller, 'save', { id: saved?.id ?? '', name, workspace_id }, { after: sent })
    return saved?.id
  })
  const views = await listViews(database, workspace_id, account)
  return views.find((view) => view.id === id) ?? fail('NOT.FOUND')
}

/**
 * Deletes a view of the caller, or as a manager another person's shared one.
 * @throws Failure NOT.FOUND for a view that the caller does not see, NOT.ALLOWED
 */
export async function deleteView(
  database: Database,
  workspace: ScopedObject,
  caller: Caller,
  id: string,
): Promise<void> {
  const { workspace_id } = workspace
  if (!isUuid(id)) fail('NOT.FOUND')
  await database.transaction(async (tx) => {
    const view = await query(tx).first<{
      name: string
      address: string
      account_id: string
      shared: boolean
    }>(sql`
      select name, address, account_id, shared from run_views
      where id = ${id}::uuid and workspace_id = ${workspace_id}::uuid for update`)
    const isOwn = view?.account_id === caller.account_id
    if (!view || (!isOwn && !view.shared)) return fail('NOT.FOUND')
    const isManager = may('stream.delete', askerOf(caller, workspace))
    if (!isOwn && !isManager) fail('NOT.ALLOWED')
    await query(tx).any(sql`delete from run_views where id = ${id}::uuid`)
    const { account_id: _, ...before } = view
    await recordView(tx, caller, 'delete', { id, name: view.name, workspace_id }, { before })
  })
}

async function recordView(
  tx: Transaction,
  caller: Caller,
  verb: 'save' | 'delete',
  { id, name, workspace_id }: { id: string; name: string; workspace_id: string },
  values: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await record(tx, caller, {
    action: `run-view.${verb}`,
    object_kind: 'run-view',
    object_id: id,
    object_name: name,
    workspace_id,
    ...values,
  })
}
