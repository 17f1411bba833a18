import * as calls from '@podium/contract/calls/retention.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { PATIENCE_MS } from '../workspaces/removals.ts'
import { applyNow } from './apply-now.ts'
import { presentInstant } from './apply-rules.ts'
import { editRetention } from './edit-retention.ts'
import { previewRules } from './preview.ts'
import { listTrash, readRetention } from './reads.ts'
import { removeEvicted } from './remove-files.ts'
import { readStorage } from './storage-days.ts'
import { evictTrash, restore } from './trash.ts'

export function retentionRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps
  bind(app, calls.readRetention, ({ object }) => readRetention(database, object.id))
  bind(app, calls.editRetention, ({ object, caller, body: { revision, ...sent }, request }) =>
    editRetention(database, caller, object, sent, askedRevision(request, revision)),
  )
  bind(app, calls.previewRetention, ({ object, query, body }) =>
    previewRules(database, object.id, query, body),
  )
  bind(app, calls.applyRetention, ({ object, caller, body }) => applyNow(database, caller, object, body))
  bind(app, calls.listTrash, async ({ object, query }) => {
    const as_of = await presentInstant(database, object.id)
    return { ...(await listTrash(database, object.id, query, as_of)), as_of }
  })
  bind(app, calls.restoreTrash, async ({ object, caller, body }) => {
    const { runs, failed } = await restore(database, caller, object, body.ids)
    return { done: runs, failed }
  })
  bind(app, calls.emptyTrash, async ({ object, caller, body }) => {
    const { runs, failed, logs_bytes, artifacts_bytes } = await evictTrash(database, caller, object, body)
    await deps.background.begin((ending) => removeEvicted(deps, object.id, ending), PATIENCE_MS)
    return { done: runs, failed, bytes: logs_bytes + artifacts_bytes }
  })
  bind(app, calls.readStorage, ({ object, query }) => readStorage(deps, object, query.days))
}
