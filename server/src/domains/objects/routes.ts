import type { Readable } from 'node:stream'
import { deleteObject, listObjects, putObject, readObject } from '@podium/contract/objects.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { sweepWhileOpen } from '../../sweeping.ts'
import { sendObject } from './download.ts'
import { removeLeftUploads } from './left-uploads.ts'
import { listFiles, listFolders } from './listing.ts'
import { savedName } from './reads.ts'
import { removeObject } from './removal.ts'
import { storeUpload, tellingWhy } from './upload.ts'

const SWEEP_EVERY_MS = 60 * 60_000

export function objectRoutes(app: FastifyInstance, deps: Deps): void {
  const { objects, config, database } = deps

  bind(app, putObject, async ({ object, caller, params, query, request, reply }) => {
    const upload = {
      path: params.path,
      body: request.body as Readable,
      bytes: announcedBytes(request),
      replace: query.replace === '1',
    }
    return storeUpload(deps, object, caller, upload).catch((error) => {
      // what is left of a refused body is not waited for
      reply.header('connection', 'close')
      throw error
    })
  })

  bind(app, readObject, ({ object, params, request, reply }) =>
    tellingWhy(params.path, config.upload_max, async () => {
      const name = await savedName(database, object.id, params.path)
      return sendObject(objects, object.s3_bucket_name, { path: params.path, name }, request, reply)
    }),
  )

  bind(app, deleteObject, ({ object, caller, params }) => removeObject(deps, object, caller, params.path))

  bind(app, listObjects, ({ object, query }) => {
    const list = query.folders === '1' ? listFolders : listFiles
    return tellingWhy(query.prefix ?? '', config.upload_max, () =>
      list(objects, object.s3_bucket_name, query),
    )
  })

  sweepWhileOpen(app, SWEEP_EVERY_MS, [
    { work: () => removeLeftUploads(deps), otherwise: 'archives nobody registered are still there' },
  ])
}

function announcedBytes({ headers }: FastifyRequest): number | null {
  return headers['content-length'] === undefined ? null : Number(headers['content-length'])
}
