import { search } from '@podium/contract/calls/search.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { findObjects } from './reads.ts'

export function searchRoutes(app: FastifyInstance, { database }: Deps): void {
  bind(app, search, async ({ object, caller, query }) => ({
    groups: await findObjects(database, { caller, workspace_id: object.workspace_id, q: query.q }),
  }))
}
