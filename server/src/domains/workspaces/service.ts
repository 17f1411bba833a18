import { fail, failField } from '@podium/contract/errors.ts'
import {
  bucketNameProblem,
  dashboardHashProblem,
  isWebAddress,
  storedWorkspaceName,
  workspaceNameProblem,
} from '@podium/contract/rules.ts'
import type { ExecutionSpec } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import type { InstanceType } from '@podium/engines/engine.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { isUniqueViolation } from '../../http/database-errors.ts'
import { record } from '../audit/audit.ts'
import { checkedSpecs } from './execution-specs.ts'
import { insertMember } from './member-repository.ts'
import { findWorkspace } from './reads.ts'
import { insertWorkspace, updateExecutionSpecs } from './repository.ts'

export interface WorkspaceFields {
  name: string
  s3_bucket_name: string
  dashboard_hash?: string | undefined
  edge_conductor_url?: string | undefined
  execution_specs?: ExecutionSpec[] | undefined
}

export function createWorkspaces(deps: Deps, instanceType: (name: string) => InstanceType | null) {
  const { config, database, engine, objects } = deps
  const isKnown = (name: string) => name !== '0' && instanceType(name) !== null

  function check(fields: WorkspaceFields): void {
    const name = workspaceNameProblem(fields.name)
    if (name) failField('name', name)
    const bucket = bucketNameProblem(fields.s3_bucket_name)
    if (bucket) failField('s3_bucket_name', bucket)
    const hash = fields.dashboard_hash ?? ''
    const hashProblem = hash !== '' || config.monitoring === 'grafana' ? dashboardHashProblem(hash) : null
    if (hashProblem) failField('dashboard_hash', hashProblem)
    if (fields.edge_conductor_url && !isWebAddress(fields.edge_conductor_url))
      failField('edge_conductor_url', 'Give an address that begins with http:// or https://.')
  }

  async function makeBucket(bucket: string): Promise<void> {
    await objects.makeBucket(bucket).catch((error: Error) => {
      deps.log.warn({ err: error }, 'a bucket could not be made')
      fail('WORKSPACE.BUCKET.FAILED', { bucket, reason: error.message })
    })
  }

  async function prepareEngine(workspace: { id: string; number: number; name: string }): Promise<void> {
    await engine.prepare(workspace).catch((error: Error) => {
      deps.log.warn({ err: error }, 'the engine could not prepare a workspace')
      fail('WORKSPACE.ENGINE.FAILED', { reason: error.message })
    })
  }

  return {
    /**
     * Makes the workspace, its bucket and what the engine needs for it: the row is kept only when both are there, and
     * both may be made twice, so a half-made workspace is one that can be made again. The caller becomes its manager.
     */
    async create(caller: Caller, fields: WorkspaceFields): Promise<Workspace> {
      check(fields)
      const workspace = {
        name: storedWorkspaceName(fields.name),
        s3_bucket_name: fields.s3_bucket_name,
        dashboard_hash: fields.dashboard_hash || null,
        edge_conductor_url: fields.edge_conductor_url || null,
        execution_specs: checkedSpecs(fields.execution_specs ?? [], isKnown),
        created_by: caller.account_id,
      }
      const id = await database
        .transaction(async (tx) => {
          const made = await insertWorkspace(tx, workspace)
          if (caller.account_id !== null)
            await insertMember(tx, made.id, { account_id: caller.account_id, role: 'MANAGER' })
          await record(tx, caller, {
            action: 'workspace.create',
            object_kind: 'workspace',
            object_id: made.id,
            object_name: workspace.name,
            workspace_id: made.id,
            after: workspace,
          })
          await makeBucket(workspace.s3_bucket_name)
          await prepareEngine({ ...made, name: workspace.name })
          return made.id
        })
        .catch((error) => {
          if (isUniqueViolation(error, 'workspaces_name')) fail('WORKSPACE.NAME.TAKEN')
          if (isUniqueViolation(error, 'workspaces_bucket')) fail('WORKSPACE.BUCKET.TAKEN')
          throw error
        })
      return (await findWorkspace(database, caller, id)) ?? fail('NOT.FOUND')
    },

    /** @param revision the one the caller saw, or null when they did not say */
    async editExecutionSpecs(
      caller: Caller,
      workspace: { id: string; name: string },
      given: ExecutionSpec[],
      revision: number | null,
    ): Promise<Workspace> {
      const specs = checkedSpecs(given, isKnown)
      const done = await database.transaction(async (tx) => {
        const before = await updateExecutionSpecs(tx, workspace.id, specs, revision)
        if (before === null) return false
        await record(tx, caller, {
          action: 'workspace.edit-tiers',
          object_kind: 'workspace',
          object_id: workspace.id,
          object_name: workspace.name,
          workspace_id: workspace.id,
          before: { execution_specs: before },
          after: { execution_specs: specs },
        })
        return true
      })
      const current = (await findWorkspace(database, caller, workspace.id)) ?? fail('NOT.FOUND')
      return done ? current : fail('EDIT.STALE', {}, { current })
    },
  }
}
