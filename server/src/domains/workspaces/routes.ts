import { fail } from '@podium/contract/errors.ts'
import { storedWorkspaceName } from '@podium/contract/rules.ts'
import {
  checkWorkspace,
  createWorkspace,
  editExecutionSpecs,
  listWorkspaces as listWorkspacesRoute,
  readInstanceType,
  readWorkspace,
} from '@podium/contract/workspaces.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { describeWorkspace } from './info.ts'
import { createInstanceTypes } from './instance-types.ts'
import { memberRoutes } from './member-routes.ts'
import { readOwnInstanceTypes } from './own-instance-types.ts'
import { findWorkspace, isNameTaken, listWorkspaces } from './reads.ts'
import { createWorkspaces } from './service.ts'

export function workspaceRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, engine } = deps
  const instanceType = createInstanceTypes(engine, config.instance_types_file)
  const { prices } = readOwnInstanceTypes(config.instance_types_file)
  const workspaces = createWorkspaces(deps, instanceType)

  memberRoutes(app, deps, prices)

  bind(app, listWorkspacesRoute, ({ caller, query }) => listWorkspaces(database, caller, query))

  bind(app, readWorkspace, async ({ caller, object, query, request }) => {
    const workspace = (await findWorkspace(database, caller, object.id)) ?? fail('NOT.FOUND')
    const dialect = query.workspace_name !== undefined && query.workspace_id === undefined ? 'name' : 'id'
    return describeWorkspace(workspace, dialect, config.public_url?.host ?? request.host)
  })

  bind(app, checkWorkspace, async ({ query }) => ({
    duplicate: await isNameTaken(database, storedWorkspaceName(query.name)),
  }))

  bind(app, createWorkspace, ({ caller, body }) => workspaces.create(caller, body))

  bind(app, editExecutionSpecs, ({ caller, object, body, request }) =>
    workspaces.editExecutionSpecs(
      caller,
      object,
      body.execution_specs,
      askedRevision(request, body.revision),
    ),
  )

  bind(app, readInstanceType, async ({ query }) => {
    const type = instanceType(query.instance_type) ?? fail('INSTANCE_TYPE.UNKNOWN')
    const price_per_hour = prices?.per_hour.get(type.instance_type)
    return price_per_hour === undefined ? type : { ...type, price_per_hour, currency: prices?.currency }
  })
}
