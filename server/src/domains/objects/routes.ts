import type { Readable } from 'node:stream'
import * as uploadCalls from '@podium/contract/calls/direct-uploads.ts'
import * as calls from '@podium/contract/calls/objects.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { etagOf, sendFile } from '../../http/byte-range.ts'
import { sendToStore } from '../../http/direct-download.ts'
import { createDirectUploads } from './direct-uploads.ts'
import { refuseGoneObject } from './gone-files.ts'
import { listFiles, listFolders } from './listing.ts'
import { savedName } from './reads.ts'
import { removeObject, storeUpload, withStoreErrors } from './writes.ts'

export function objectRoutes(app: FastifyInstance, deps: Deps): void {
  const { objects, config, database } = deps
  const uploads = createDirectUploads(deps)
  app.addHook('onReady', () => uploads.checkPages())

  bind(app, calls.putObject, async ({ object, caller, params, query, request, reply }) => {
    const upload = {
      path: params.path,
      body: request.body as Readable,
      bytes: announcedBytes(request),
      replace: query.replace === '1',
    }
    return storeUpload(deps, object, caller, upload).catch((error) => {
      // do not wait for the rest of a refused body
      reply.header('connection', 'close')
      throw error
    })
  })

  bind(app, calls.readObject, ({ object, params, request, reply }) =>
    withStoreErrors(params.path, config.upload_max, async () => {
      await refuseGoneObject(database, object.workspace_id, params.path)
      const name = await savedName(database, object.id, params.path)
      return sendObject({ bucket: object.s3_bucket_name, path: params.path, name }, request, reply)
    }),
  )

  /** Answers 304 if the client already has the file. */
  async function sendObject(
    file: { bucket: string; path: string; name: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { bucket, path } = file
    const seen = (await objects.stat(bucket, path)) ?? fail('NOT.FOUND')
    const etag = etagOf(seen)
    if (request.headers['if-none-match'] === etag) return reply.code(304).header('etag', etag).send()
    const headers = attachmentHeaders(file.name)
    if (await sendToStore(objects.direct, request, reply, { ...file, size: seen.size, headers })) return reply
    const isSent = await sendFile(request, reply, {
      size: seen.size,
      etag,
      headers,
      async open(from, to) {
        const opened = (await objects.open(bucket, path, { from, to })) ?? fail('NOT.FOUND')
        if (seen.etag === opened.etag && seen.size === opened.size) return opened.stream
        opened.stream.destroy()
        return null
      },
    })
    return isSent ? reply : sendObject(file, request, reply)
  }

  bind(app, calls.deleteObject, ({ object, caller, params }) =>
    removeObject(deps, object, caller, params.path),
  )

  bind(app, calls.listObjects, ({ object, query }) => {
    const list = query.folders === '1' ? listFolders : listFiles
    return withStoreErrors(query.prefix ?? '', config.upload_max, () =>
      list(objects, object.s3_bucket_name, query),
    )
  })

  bind(app, uploadCalls.beginUpload, async ({ object, caller, body: { replace = false, ...announced } }) => ({
    upload: await uploads.begin(object, caller, { ...announced, replace }),
    part_bytes: uploads.partBytes,
  }))

  bind(app, uploadCalls.addressOfPart, async ({ object, caller, body: { upload, part } }) => ({
    address: await uploads.addressOfPart(object, caller, upload, part),
  }))

  bind(app, uploadCalls.endUpload, ({ object, caller, body }) => uploads.end(object, caller, body.upload))

  bind(app, uploadCalls.abortUpload, async ({ object, caller, body }) => {
    await uploads.abort(object, caller, body.upload)
    return {}
  })
}

function announcedBytes({ headers }: FastifyRequest): number | null {
  return headers['content-length'] === undefined ? null : Number(headers['content-length'])
}
