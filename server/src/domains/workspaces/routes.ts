import { FieldProblems, fail } from '@podium/contract/errors.ts'
import { storedWorkspaceName, workspaceNameProblem } from '@podium/contract/rules.ts'
import {
  checkWorkspace,
  checkWorkspaceDeletion,
  createWorkspace as createWorkspaceRoute,
  deleteWorkspace as deleteWorkspaceRoute,
  editExecutionSpecs,
  editWorkspace as editWorkspaceRoute,
  listWorkspaces as listWorkspacesRoute,
  readInstanceType,
  readWorkspace,
  readWorkspaceUse,
} from '@podium/contract/workspaces.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { sweepWhileOpen } from '../../sweeping.ts'
import { createWorkspace } from './creation.ts'
import { checkDeletion, deleteWorkspace } from './deletion.ts'
import { editWorkspace } from './edit.ts'
import type { KnowsType } from './execution-specs.ts'
import { describeWorkspace, registryHost } from './info.ts'
import { createInstanceTypes } from './instance-types.ts'
import { memberRoutes } from './member-routes.ts'
import { readMonthlyUsage } from './monthly-usage.ts'
import { readOwnInstanceTypes } from './own-instance-types.ts'
import { findWorkspace, isNameTaken, listWorkspaces } from './reads.ts'
import { readStorageUse } from './storage-use.ts'
import { SWEEP_MS, sweepsOf } from './sweeper.ts'

export function workspaceRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { config, database, engine } = deps
  const instanceType = createInstanceTypes(engine, config.instance_types_file)
  const { prices } = readOwnInstanceTypes(config.instance_types_file)
  const isKnown: KnowsType = (name) => name !== '0' && instanceType(name) !== null

  memberRoutes(app, deps, prices)

  bind(app, listWorkspacesRoute, ({ caller, query }) => listWorkspaces(database, caller, query))

  bind(app, readWorkspace, async ({ caller, object, query }) => {
    const workspace = (await findWorkspace(database, caller, object.id)) ?? fail('NOT.FOUND')
    const dialect = query.workspace_name !== undefined && query.workspace_id === undefined ? 'name' : 'id'
    return describeWorkspace(workspace, dialect, registryHost(config))
  })

  bind(app, checkWorkspace, async ({ query }) => {
    const problem = workspaceNameProblem(query.name)
    if (problem !== null)
      throw new FieldProblems([{ loc: ['query', 'name'], msg: problem, type: 'value_error' }])
    return { duplicate: await isNameTaken(database, storedWorkspaceName(query.name)) }
  })

  bind(app, createWorkspaceRoute, ({ caller, body }) => createWorkspace(deps, isKnown, caller, body))

  bind(app, editWorkspaceRoute, ({ caller, object, body, request }) => {
    const { revision, ...fields } = body
    const edit = { caller, workspace: object, fields, revision: askedRevision(request, revision) }
    return editWorkspace(deps, isKnown, edit)
  })

  bind(app, editExecutionSpecs, ({ caller, object, body, request }) => {
    const { revision, ...fields } = body
    const edit = { caller, workspace: object, fields, revision: askedRevision(request, revision) }
    return editWorkspace(deps, isKnown, edit)
  })

  bind(app, checkWorkspaceDeletion, ({ object }) => checkDeletion(deps, object))

  bind(app, readWorkspaceUse, async ({ object }) => {
    const [months, storage] = await Promise.all([
      readMonthlyUsage(database, object.id, prices),
      readStorageUse(deps, object),
    ])
    return { months, storage }
  })

  bind(app, deleteWorkspaceRoute, ({ caller, object }) => deleteWorkspace(deps, caller, object))

  bind(app, readInstanceType, async ({ query }) => {
    const type = instanceType(query.instance_type) ?? fail('INSTANCE_TYPE.UNKNOWN')
    const price_per_hour = prices?.per_hour.get(type.instance_type)
    return price_per_hour === undefined ? type : { ...type, price_per_hour, currency: prices?.currency }
  })

  sweepWhileOpen(app, SWEEP_MS, sweepsOf(deps))
}
