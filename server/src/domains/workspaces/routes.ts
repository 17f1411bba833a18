import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import * as use from '@podium/contract/calls/workspace-use.ts'
import * as calls from '@podium/contract/calls/workspaces.ts'
import { fail, failAt } from '@podium/contract/rules/errors.ts'
import { storedWorkspaceName, workspaceNameProblem } from '@podium/contract/rules/rules.ts'
import { TIERS } from '@podium/contract/rules/tiers.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps, ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { accessRequestRoutes } from './access-requests/routes.ts'
import { readOwnInstanceTypes } from './instance-types.ts'
import { memberRoutes } from './members/routes.ts'
import { setMembersMayOnlyLook } from './members-may-only-look.ts'
import { isNameTaken, listWorkspaces, readWorkspace } from './reads.ts'
import { checkDeletion, createWorkspace, deleteWorkspace, editWorkspace, type KnowsType } from './service.ts'
import { readMonthlyUsage } from './usage-reads.ts'

export function workspaceRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { config, database, instanceType } = deps
  const { prices } = readOwnInstanceTypes(config.instance_types_file)
  const isKnown: KnowsType = (name) => name !== '0' && instanceType(name) !== null

  memberRoutes(app, deps, prices)
  accessRequestRoutes(app, deps)

  bind(app, calls.listWorkspaces, ({ caller, query }) => listWorkspaces(database, caller, query))

  bind(app, calls.readWorkspace, async ({ caller, object, query }) => {
    const workspace = await readWorkspace(database, caller, object.id)
    const dialect = query.workspace_name !== undefined && query.workspace_id === undefined ? 'name' : 'id'
    return describeWorkspace(workspace, dialect, registryHost(config))
  })

  bind(app, calls.checkWorkspace, async ({ query }) => {
    const problem = workspaceNameProblem(query.name)
    if (problem !== null) failAt(['query', 'name'], problem)
    return { duplicate: await isNameTaken(database, storedWorkspaceName(query.name)) }
  })

  bind(app, calls.createWorkspace, ({ caller, body }) => createWorkspace({ deps, caller, isKnown }, body))

  for (const route of [calls.editWorkspace, calls.editExecutionSpecs])
    bind(app, route, ({ caller, object, body: { revision, ...fields }, request }) =>
      editWorkspace({ deps, caller, isKnown }, object, fields, askedRevision(request, revision)),
    )

  bind(app, calls.setMembersMayOnlyLook, ({ caller, object, body }) =>
    setMembersMayOnlyLook(database, caller, object, body.members_may_only_look),
  )

  bind(app, calls.checkWorkspaceDeletion, ({ object }) => checkDeletion(deps, object))

  bind(app, use.readWorkspaceUse, async ({ object }) => ({
    months: await readMonthlyUsage(database, object.id, prices),
  }))

  bind(app, calls.deleteWorkspace, ({ caller, object }) => deleteWorkspace(deps, caller, object))

  bind(app, readInstanceType, async ({ query }) => {
    const type = instanceType(query.instance_type) ?? fail('INSTANCE_TYPE.UNKNOWN')
    const price_per_hour = prices?.per_hour.get(type.instance_type)
    return price_per_hour === undefined ? type : { ...type, price_per_hour, currency: prices?.currency }
  })
}

/**
 * The registry host, from the configuration only: clients store it in their metadata, so it must not depend on the
 * address that a caller used.
 */
function registryHost({ public_url, host, port }: Deps['config']): string {
  return public_url?.host ?? `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * The workspace for registration clients. Older ones name it by `workspace_name`: they expect bucket and registry by
 * visibility, and require an entry for every tier.
 */
function describeWorkspace(workspace: calls.Workspace, dialect: 'id' | 'name', host: string) {
  // registration clients split it at its slashes, as `{registry}/{project}/`
  const base = `${host}/${workspace.name.split('-')[0]}/`
  const bucket = workspace.s3_bucket_name
  if (dialect === 'id')
    return { ...workspace, s3_bucket_name: bucket, ecr_base_path: base, specs: workspace.execution_specs }
  const instanceOf = new Map(workspace.execution_specs.map(({ name, instance }) => [name, instance]))
  return {
    ...workspace,
    s3_bucket_name: { public: bucket, private: bucket },
    ecr_base_path: { public: base, private: base },
    specs: TIERS.map((name) => ({ name, instance: instanceOf.get(name) ?? '' })),
  }
}
