import { fail } from '@podium/contract/errors.ts'
import { storedWorkspaceName } from '@podium/contract/rules.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { isUniqueViolation } from '../../http/database-errors.ts'
import { isForWantOfSpace } from '../../http/full-disk.ts'
import { record } from '../audit/audit.ts'
import { withBucket } from './bucket.ts'
import { releaseUnknown } from './engine-workspaces.ts'
import { checkedSpecs, type KnowsType } from './execution-specs.ts'
import { insertMember } from './member-repository.ts'
import { findWorkspace, isBucketTaken, isNameTaken } from './reads.ts'
import { insertWorkspace, type NewWorkspace } from './repository.ts'
import { checkFields, type WorkspaceFields } from './workspace-fields.ts'

type Given = WorkspaceFields & { name: string; s3_bucket_name: string }

/**
 * Makes the workspace, its bucket and what the engine needs for it, as one: a crash at any point leaves all of them
 * or, after the next sweep, none. The caller becomes its manager.
 */
export async function createWorkspace(
  deps: Deps,
  isKnown: KnowsType,
  caller: Caller,
  given: Given,
): Promise<Workspace> {
  checkFields({ ...given, dashboard_hash: given.dashboard_hash ?? '' }, deps.config.monitoring)
  const workspace = {
    name: storedWorkspaceName(given.name),
    s3_bucket_name: given.s3_bucket_name,
    dashboard_hash: given.dashboard_hash || null,
    edge_conductor_url: given.edge_conductor_url || null,
    execution_specs: checkedSpecs(given.execution_specs ?? [], isKnown),
    created_by: caller.account_id,
  }
  const { database } = deps
  if (await isNameTaken(database, workspace.name)) fail('WORKSPACE.NAME.TAKEN')
  if (await isBucketTaken(database, workspace.s3_bucket_name)) fail('WORKSPACE.BUCKET.TAKEN')
  const id = await withBucket(deps, workspace.s3_bucket_name, (make) =>
    database.transaction(async (tx) => {
      const made = await write(tx, caller, workspace)
      await prepareEngine(deps, { ...made, name: workspace.name })
      await make(tx)
      return made.id
    }),
  ).catch(async (error) => {
    await releaseUnknown(deps).catch((err) => deps.log.warn({ err }, 'the engine keeps what it prepared'))
    throw tellTaken(error)
  })
  return (await findWorkspace(database, caller, id)) ?? fail('NOT.FOUND')
}

async function write(tx: Transaction, caller: Caller, workspace: NewWorkspace) {
  const made = await insertWorkspace(tx, workspace)
  if (caller.account_id !== null)
    await insertMember(tx, made.id, { account_id: caller.account_id, role: 'MANAGER' })
  await record(tx, caller, {
    action: 'workspace.create',
    object_kind: 'workspace',
    object_id: made.id,
    object_name: workspace.name,
    workspace_id: made.id,
    after: { ...workspace },
  })
  return made
}

async function prepareEngine({ engine, log }: Deps, workspace: { id: string; number: number; name: string }) {
  await engine.prepare(workspace).catch((error: Error) => {
    log.warn({ err: error }, 'the engine could not prepare a workspace')
    if (isForWantOfSpace(error)) throw error
    // a system error names paths of the server
    fail('WORKSPACE.ENGINE.FAILED', { reason: 'code' in error ? `${error.code}.` : error.message })
  })
}

/** What was taken between the look and the writing is told by the database. */
function tellTaken(error: unknown): unknown {
  if (isUniqueViolation(error, 'workspaces_name')) fail('WORKSPACE.NAME.TAKEN')
  if (isUniqueViolation(error, 'workspaces_bucket')) fail('WORKSPACE.BUCKET.TAKEN')
  return error
}
