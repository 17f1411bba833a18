import * as calls from '@podium/contract/calls/variables.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { exportedVariables, listVariables, readVariable } from './reads.ts'
import { deleteVariable, putVariable } from './service.ts'

export function variableRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, secrets } = deps

  bind(app, calls.listVariables, ({ object, query }) => listVariables(database, secrets, object.id, query))

  bind(app, calls.exportVariables, async ({ object, reply }) => {
    const variables = await exportedVariables(database, object.id)
    const name = `variables-${object.workspace_name}.json`
    return reply
      .headers(attachmentHeaders(name, calls.exportVariables.media))
      .send(`${JSON.stringify({ variables }, null, 2)}\n`)
  })

  bind(app, calls.readVariable, ({ object, params }) =>
    readVariable(database, secrets, object.id, params.name),
  )

  bind(app, calls.putVariable, ({ caller, object, params, body }) =>
    putVariable(deps, caller, { workspace_id: object.id, name: params.name }, body),
  )

  bind(app, calls.deleteVariable, ({ caller, object, params }) =>
    deleteVariable(deps, caller, { workspace_id: object.id, name: params.name }),
  )
}
