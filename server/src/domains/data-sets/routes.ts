import type { Readable } from 'node:stream'
import * as fileCalls from '@podium/contract/calls/data-set-files.ts'
import * as calls from '@podium/contract/calls/data-sets.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { etagOf, sendFile } from '../../http/byte-range.ts'
import type { ScopedObject } from '../../http/call.ts'
import { sendToStore } from '../../http/direct-download.ts'
import { askedRevision } from '../../http/revision.ts'
import { previewOf } from '../objects/preview.ts'
import { shownHeadersOf } from '../objects/previews/shown-types.ts'
import { commitVersion } from './commit.ts'
import { consequencesOf, deleteTarget } from './deletion.ts'
import { findFile, listChanges, listFiles, type PlacedFile } from './files-reads.ts'
import { isChanged, openPlaced } from './open-file.ts'
import * as reads from './reads.ts'
import * as service from './service.ts'
import { storeContent } from './store-content.ts'
import { storeContents } from './store-contents.ts'
import * as uploads from './uploads.ts'

export function dataSetRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps
  bind(app, calls.listDataSets, ({ object, query }) =>
    reads.listDataSets(database, object.workspace_id, query),
  )
  bind(app, calls.createDataSet, ({ object, caller, body }) =>
    service.makeDataSet(deps, object, caller, body),
  )
  bind(
    app,
    calls.readDataSet,
    async ({ object }) => (await reads.readDataSet(database, object.id)) ?? fail('NOT.FOUND'),
  )
  bind(app, calls.editDataSet, ({ object, caller, body, request }) =>
    service.editDataSetFields(deps, object, caller, body, askedRevision(request, body.revision)),
  )
  bind(app, calls.listDataSetVersions, ({ object, query }) => reads.listVersions(database, object.id, query))
  bind(
    app,
    calls.readDataSetVersion,
    async ({ object, params }) =>
      (await reads.readVersion(database, object.id, params.n)) ?? fail('NOT.FOUND'),
  )
  deletionRoutes(app, deps)
  fileRoutes(app, deps)
  uploadRoutes(app, deps)
}

function deletionRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps
  bind(app, calls.checkDataSetDeletion, ({ object }) =>
    consequencesOf(database, { dataSet: object, version: null }),
  )
  bind(app, calls.deleteDataSet, async ({ object, caller }) => {
    await deleteTarget(deps, caller, { dataSet: object, version: null })
    return {}
  })
  bind(app, calls.checkDataSetVersionDeletion, ({ object, params }) =>
    consequencesOf(database, { dataSet: object, version: params.n }),
  )
  bind(app, calls.deleteDataSetVersion, async ({ object, caller, params }) => {
    await deleteTarget(deps, caller, { dataSet: object, version: params.n })
    return {}
  })
}

function fileRoutes(app: FastifyInstance, { database, objects }: ServingDeps): void {
  async function versionOf({ id }: ScopedObject, number: number) {
    return (await reads.findVersion(database, id, number)) ?? fail('NOT.FOUND')
  }

  async function fileOf(object: ScopedObject, { n, path }: { n: number; path: string }): Promise<PlacedFile> {
    const version = await versionOf(object, n)
    return (await findFile(database, version.id, path)) ?? fail('NOT.FOUND')
  }

  bind(app, fileCalls.listDataSetFiles, async ({ object, params, query }) =>
    listFiles(database, (await versionOf(object, params.n)).id, query),
  )

  bind(app, fileCalls.listDataSetChanges, async ({ object, params, query }) => {
    const version = await versionOf(object, params.n)
    const before = await reads.versionBefore(database, object.id, params.n)
    return before ? listChanges(database, before, version.id, query) : { files: [], next_cursor: null }
  })

  bind(app, fileCalls.readDataSetFile, async ({ object, params, request, reply }) => {
    const file = await fileOf(object, params)
    const { bucket, object: path, size } = file
    const etag = await etagOfPlaced(file)
    const headers = attachmentHeaders(file.path)
    if (await sendToStore(objects.direct, request, reply, { bucket, path, size, headers })) return reply
    return sendPlaced(request, reply, { file, etag, headers })
  })

  async function etagOfPlaced(file: PlacedFile): Promise<string> {
    const seen = await objects.stat(file.bucket, file.object)
    return seen && !isChanged(file, seen) ? etagOf(seen) : fail('DATA_SET.CHANGED', { path: file.path })
  }

  async function sendPlaced(
    request: FastifyRequest,
    reply: FastifyReply,
    { file, etag, headers }: { file: PlacedFile; etag: string; headers: Record<string, string> },
  ): Promise<FastifyReply> {
    const open = async (from: number, to: number) => (await openPlaced(objects, file, { from, to })).stream
    const isSent = await sendFile(request, reply, { size: file.size, etag, headers, open })
    return isSent ? reply : fail('DATA_SET.CHANGED', { path: file.path })
  }

  bind(app, fileCalls.previewDataSetFile, async ({ object, params }) => {
    const file = await fileOf(object, params)
    return previewOf(file.path, (await openPlaced(objects, file)).stream)
  })

  bind(app, fileCalls.showDataSetFile, async ({ object, params, request, reply }) => {
    const headers = shownHeadersOf(params.path) ?? fail('NOT.FOUND')
    const file = await fileOf(object, params)
    return sendPlaced(request, reply, { file, etag: await etagOfPlaced(file), headers })
  })
}

function uploadRoutes(app: FastifyInstance, deps: ServingDeps): void {
  bind(app, fileCalls.beginDataSetVersion, ({ object, caller, body }) =>
    uploads.beginVersion(deps, object, caller, body),
  )
  bind(app, fileCalls.deleteDataSetUpload, async ({ object, caller, params }) => {
    await uploads.removeUpload(deps, object, caller, params.upload)
    return {}
  })
  bind(app, fileCalls.announceDataSetFiles, ({ object, caller, params, body }) =>
    uploads.announceFiles(deps, object, caller, params.upload, body),
  )
  bind(app, fileCalls.putDataSetContent, async ({ object, caller, params, request, reply }) => {
    const { upload, sha256 } = params
    const body = request.body as Readable
    const storing = storeContent(deps, { dataSet: object, caller, upload }, { sha256, body })
    await storing.catch(leavingTheRest(reply))
    return {}
  })
  bind(app, fileCalls.putDataSetContents, async ({ object, caller, params: { upload }, request, reply }) => {
    const storing = storeContents(deps, { dataSet: object, caller, upload }, request.body as Readable)
    await storing.catch(leavingTheRest(reply))
    return {}
  })
  bind(app, fileCalls.commitDataSetVersion, ({ object, caller, params }) =>
    commitVersion(deps, object, caller, params.upload),
  )
}

/** Closes the connection, so that the rest of a refused body is not waited for. */
function leavingTheRest(reply: FastifyReply) {
  return (error: unknown): never => {
    reply.header('connection', 'close')
    throw error
  }
}
