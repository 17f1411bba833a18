import {
  checkModelDeletion,
  deleteModel,
  downloadModel,
  editModel,
  listModels,
  readModel,
} from '@podium/contract/calls/models.ts'
import { modelFileName } from '@podium/contract/calls/run-files.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { sendOpened } from '../../http/byte-range.ts'
import { sendToStore } from '../../http/direct-download.ts'
import { openModel } from './files.ts'
import * as reads from './reads.ts'
import * as service from './service.ts'

export function modelRoutes(app: FastifyInstance, deps: ServingDeps): void {
  bind(app, listModels, ({ object, query }) => reads.listModels(deps.database, object.workspace_id, query))
  bind(app, readModel, ({ object }) => service.readModelInfo(deps, object.id))
  bind(app, editModel, ({ object, caller, body }) => service.editModel(deps, caller, object.id, body))
  bind(app, downloadModel, async ({ object, request, reply }) => {
    const { model, opened } = await openModel(deps, object.id)
    const name = modelFileName({ ...model, model_version: model.version })
    const headers = attachmentHeaders(name, downloadModel.media)
    const file = { ...opened, bucket: model.bucket, headers }
    if (await sendToStore(deps.objects.direct, request, reply, file)) return reply
    return sendOpened(request, reply, deps.objects, file)
  })
  bind(app, checkModelDeletion, ({ object }) => service.consequencesOf(deps, object.id))
  bind(app, deleteModel, async ({ object, caller }) => {
    await service.deleteModel(deps, caller, object.id)
    return {}
  })
}
