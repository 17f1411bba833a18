import type {
  createWorkspace as createRoute,
  editWorkspace as editRoute,
  Workspace,
} from '@podium/contract/calls/workspaces.ts'
import { Failure, type FieldProblem, FieldProblems, fail, failField } from '@podium/contract/rules/errors.ts'
import { messages, storedWorkspaceName, workspaceNameProblem } from '@podium/contract/rules/rules.ts'
import { runSettings } from '@podium/contract/rules/run-settings.ts'
import type { ExecutionSpec } from '@podium/contract/rules/tiers.ts'
import { workspaceDetails, workspaceFields } from '@podium/contract/rules/workspace-fields.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Call, Caller, ScopedObject } from '../../http/call.ts'
import { failIfTaken } from '../../http/errors/database-errors.ts'
import { isForWantOfSpace } from '../../http/errors/full-disk.ts'
import { refuseTogether } from '../../refuse-together.ts'
import { namedObject, record } from '../audit/audit.ts'
import { editRecord } from '../edit-record.ts'
import { asStored, checkFields, emptyFields } from '../record-fields.ts'
import { query } from '../rows.ts'
import { closeRequests } from './access-requests/close.ts'
import { type Make, withBucket } from './bucket.ts'
import { bytesBelow } from './bytes-below.ts'
import { discardOfDeleted, releaseUnknown } from './engine-retained-work.ts'
import { fateOf } from './kept-files.ts'
import { insertMember, readMembers } from './members/repository.ts'
import { countContents, hasSolutions, isBucketTaken, isNameTaken, readWorkspace } from './reads.ts'
import { holdsAnything, PATIENCE_MS, workOffBelow } from './removals.ts'
import {
  deleteLocked,
  type Editable,
  insertWorkspace,
  lockWithAllBelow,
  lockWorkspace,
  type NewWorkspace,
  updateWorkspace,
} from './repository.ts'
import { bucketState, isPending, scheduleDeletion } from './reservation.ts'

/** The editable fields of a workspace; fields that are left out are not checked. */
type WorkspaceFields = Omit<Call<typeof editRoute>['body'], 'revision'>

/** True if the instance type is known here. */
export type KnowsType = (instance: string) => boolean

/** The dependencies of edits and creations. */
export interface Editing {
  deps: Deps
  caller: Caller
  isKnown: KnowsType
}

/**
 * Makes the workspace, its bucket and the engine's resources atomically: after a crash either all exist or, after the
 * next sweep, none. The caller becomes its manager.
 */
export async function createWorkspace(
  { deps, caller, isKnown }: Editing,
  { name, ...sent }: Call<typeof createRoute>['body'],
): Promise<Workspace> {
  const fields = { dashboard_hash: '', ...sent }
  refuseTogether(
    () => checkName(name),
    () => checkedFields(deps, isKnown, fields),
  )
  const workspace: NewWorkspace = {
    ...emptyFields(workspaceFields),
    execution_specs: [],
    ...checkedFields(deps, isKnown, fields),
    name: storedWorkspaceName(name),
    s3_bucket_name: sent.s3_bucket_name,
    created_by: caller.account_id,
  }
  const { database } = deps
  if (await isNameTaken(database, workspace.name)) fail('WORKSPACE.NAME.TAKEN')
  if (await isBucketTaken(database, workspace.s3_bucket_name)) fail('WORKSPACE.BUCKET.TAKEN')
  const id = await withBucket(deps, workspace.s3_bucket_name, (make) =>
    database.transaction(async (tx) => {
      const made = await writeWorkspace(tx, caller, workspace)
      await prepareEngine(deps, { ...made, name: workspace.name })
      await make(tx)
      return made.id
    }),
  )
    .catch(async (error) => {
      await releaseOrWarn(deps)
      throw error
    })
    .catch(refuseTakenName)
    .catch(refuseTakenBucket)
  return readWorkspace(database, caller, id)
}

async function writeWorkspace(tx: Transaction, caller: Caller, workspace: NewWorkspace) {
  const made = await insertWorkspace(tx, workspace)
  if (caller.account_id !== null)
    await insertMember(tx, made.id, { account_id: caller.account_id, role: 'MANAGER', ends_at: null })
  const event = { action: 'workspace.create', ...named({ ...made, name: workspace.name }) }
  await record(tx, caller, { ...event, after: { ...workspace } })
  return made
}

async function prepareEngine({ engine, log }: Deps, workspace: { id: string; number: number; name: string }) {
  await engine.prepare(workspace).catch((error: Error) => {
    log.warn({ err: error }, 'the engine could not prepare a workspace')
    if (isForWantOfSpace(error)) throw error
    // a system error would reveal paths of the server
    fail('WORKSPACE.ENGINE.FAILED', { reason: 'code' in error ? `${error.code}.` : error.message })
  })
}

/** The unique constraint decides if another request took the name after the check. */
const refuseTakenName = failIfTaken('workspaces_name', 'WORKSPACE.NAME.TAKEN')
const refuseTakenBucket = failIfTaken('workspaces_bucket', 'WORKSPACE.BUCKET.TAKEN')

/**
 * Changes the given fields.
 * @param revision the one that the caller saw, or null if not given
 * @throws Failure EDIT.STALE with the present workspace
 */
export async function editWorkspace(
  { deps, caller, isKnown }: Editing,
  workspace: { id: string; name: string },
  sent: WorkspaceFields,
  revision: number | null,
): Promise<Workspace> {
  const { database } = deps
  const after = checkedFields(deps, isKnown, sent)
  const read = () => readWorkspace(database, caller, workspace.id)
  const current = await read()
  // checked before the bucket is reserved, so that a stale edit is reported as stale and not as busy
  if (revision !== null && revision !== current.revision) fail('EDIT.STALE', {}, { current })
  const old = current.s3_bucket_name
  const bucket = after.s3_bucket_name ?? old
  const edit = (make: Make | null) =>
    editRecord(
      database,
      {
        actor: caller,
        revision,
        lock: (tx) => lockWorkspace(tx, workspace.id),
        compare: (before) => ({ before, after }),
        // the workspace may have left the bucket that the edit keeps; then none was prepared
        isPreparedFor: ({ s3_bucket_name }) => s3_bucket_name === undefined || make !== null,
        async write(tx, changes, was) {
          const moves = changes.s3_bucket_name !== undefined
          if (moves && (await isInUse(deps, tx, workspace.id, was.s3_bucket_name)))
            fail('WORKSPACE.BUCKET.USED', { bucket: was.s3_bucket_name })
          await updateWorkspace(tx, workspace.id, changes)
          if (!moves) return
          await make?.(tx)
          await scheduleDeletion(tx, [{ bucket: was.s3_bucket_name, prefix: bucketState.abandoned }])
        },
        event: () => ({ action: 'workspace.edit', ...named(workspace) }),
      },
      read,
    )
  const edited = await (bucket === old ? edit(null) : withBucket(deps, bucket, edit)).catch(refuseTakenBucket)
  if (bucket !== old) await workOffBelow(deps, { bucket: old, prefix: bucketState.abandoned })
  return edited
}

/** Versions and runs store the bucket's name, so they keep it in use as much as files do. */
async function isInUse({ objects }: Deps, tx: Transaction, id: string, bucket: string): Promise<boolean> {
  return (
    (await hasSolutions(tx, id)) ||
    (await isPending(tx, { bucket, prefix: bucketState.deleted })) ||
    holdsAnything(objects, bucket)
  )
}

function checkName(name: string): void {
  const problem = workspaceNameProblem(name)
  if (problem !== null) failField('name', problem)
}

/**
 * The sent fields in their stored form.
 * @throws FieldProblems with a sentence for each wrong field
 */
function checkedFields(
  { config }: Deps,
  isKnown: KnowsType,
  { execution_specs, ...sent }: WorkspaceFields,
): Partial<Editable> {
  const specs = () => execution_specs && { execution_specs: checkedSpecs(execution_specs, isKnown) }
  refuseTogether(
    () => checkFields(workspaceDetails, sent),
    specs,
    () => checkFields(runSettings, sent),
    () =>
      config.monitoring === 'grafana' &&
      sent.dashboard_hash === '' &&
      failField('dashboard_hash', messages.required),
  )
  return { ...asStored(workspaceFields, sent), ...specs() }
}

/**
 * The stored tiers of a workspace: empty entries are dropped, each name is unique, and every type is known.
 * @throws the problems, each on its entry
 */
function checkedSpecs(sent: ExecutionSpec[], isKnown: KnowsType): ExecutionSpec[] {
  const specs = sent.map(({ name, instance }) => ({ name, instance: instance.trim() }))
  const problems = specs.flatMap(({ name, instance }, at): FieldProblem[] => {
    const wrong = (field: string, msg: string) => [
      { loc: ['body', 'execution_specs', at, field], msg, type: 'value_error' },
    ]
    if (specs.findIndex((other) => other.name === name) < at) return wrong('name', `${name} appears twice.`)
    return instance === '' || isKnown(instance) ? [] : wrong('instance', messages.instance_type)
  })
  if (problems.length > 0) throw new FieldProblems(problems)
  return specs.filter(({ instance }) => instance !== '')
}

/** Checks if the workspace may be deleted now, and lists what would be deleted with it. */
export async function checkDeletion({ database, objects }: Deps, workspace: ScopedObject) {
  const { live, ...contains } = await countContents(database, workspace.id)
  const { s3_bucket_name: bucket } = workspace
  const bytes = await bytesBelow(objects, bucket, '')
  return {
    deletable: live === 0,
    reasons: live === 0 ? [] : [new Failure('DELETE.LIVE', { count: live }).message],
    contains: { ...contains, bytes },
    bucket: fateOf(bucket, await objects.keepsRemoved(bucket)),
  }
}

/**
 * Deletes the workspace with everything in it. The removal of its bucket and of the engine's resources is recorded in
 * the transaction, so that a sweep completes it after a crash.
 * @throws Failure DELETE.LIVE
 */
export async function deleteWorkspace(deps: ServingDeps, caller: Caller, { id }: ScopedObject) {
  const bucket = await deps.database.transaction(async (tx) => {
    const was = (await lockWithAllBelow(tx, id)) ?? fail('NOT.FOUND')
    const { live, ...contains } = await countContents(tx, id)
    if (live > 0) fail('DELETE.LIVE', { count: live })
    const members = await readMembers(tx, id)
    await closeRequests(tx, caller, sql`workspace_name = ${was.name}`)
    await deleteLocked(tx, id)
    await scheduleDeletion(tx, [{ bucket: was.s3_bucket_name, prefix: bucketState.deleted }])
    const event = { action: 'workspace.delete', ...named({ id, name: was.name }) }
    await record(tx, caller, { ...event, before: { ...was, ...contains, members } })
    return was.s3_bucket_name
  })
  await deps.background.begin((ending) => clearAway(deps, bucket, ending), PATIENCE_MS)
  return { id }
}

async function clearAway(deps: Deps, bucket: string, ending: AbortSignal): Promise<void> {
  await workOffBelow(deps, { bucket, prefix: bucketState.deleted }, ending)
  await discardOfDeleted(deps).catch((err) => deps.log.warn({ err }, 'the engine keeps what runs left'))
  await releaseOrWarn(deps)
}

async function releaseOrWarn(deps: Deps): Promise<void> {
  await releaseUnknown(deps).catch((err) => deps.log.warn({ err }, 'the engine keeps what it prepared'))
}

/** The audit log's reference to the workspace. */
function named({ id, name }: { id: string; name: string }) {
  return namedObject('workspace', { id, name, workspace_id: id })
}

/**
 * Locks the workspace against edits, deletion and removal of members until the transaction ends. The lock is shared.
 * @returns its bucket, or null if the workspace is gone
 */
export async function lockBucket(tx: Transaction, workspaceId: string): Promise<string | null> {
  const row = await query(tx).first<{ s3_bucket_name: string }>(
    sql`select s3_bucket_name from workspaces where id = ${workspaceId}::uuid for share`,
  )
  return row?.s3_bucket_name ?? null
}
