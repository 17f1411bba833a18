import {
  listArtifacts as listArtifactsRoute,
  previewArtifact,
  readArtifact,
  readArtifactArchive,
  showArtifact,
} from '@podium/contract/calls/run-files.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { sendOpened } from '../../http/byte-range.ts'
import { sendToStore } from '../../http/direct-download.ts'
import { previewOf } from '../objects/preview.ts'
import { shownHeadersOf } from '../objects/previews/shown-types.ts'
import { findArtifact, listArtifacts, type Opened, openArchive, openArtifact } from './artifacts.ts'

const PREVIEW = '/preview'

export function artifactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listArtifactsRoute, async ({ object }) => {
    const artifacts = await listArtifacts(deps, object.id)
    return { artifacts, total_bytes: artifacts.reduce((sum, { size }) => sum + size, 0) }
  })

  // Earlier previews had an address that ends in '/preview'. No file has the name of a folder, so it is unambiguous.
  bind(app, readArtifact, async ({ object, params: { path }, request, reply }) => {
    const opened = await findArtifact(deps, object.id, path)
    if (opened && (await isSentToStore(request, reply, path, opened))) return reply
    if (opened) return sendArtifact(request, reply, opened, attachmentHeaders(path))
    if (!path.endsWith(PREVIEW)) fail('NOT.FOUND')
    const looked = path.slice(0, -PREVIEW.length)
    return previewOf(looked, (await openArtifact(deps, object.id, looked)).stream)
  })

  async function isSentToStore(request: FastifyRequest, reply: FastifyReply, path: string, opened: Opened) {
    const { at, size, stream } = opened
    if (at === null || size === null) return false
    const file = { ...at, size, stream, headers: attachmentHeaders(path) }
    return sendToStore(deps.objects.direct, request, reply, file)
  }

  bind(app, previewArtifact, async ({ object, params: { path } }) =>
    previewOf(path, (await openArtifact(deps, object.id, path)).stream),
  )

  bind(app, showArtifact, async ({ object, params: { path }, request, reply }) => {
    const headers = shownHeadersOf(path) ?? fail('NOT.FOUND')
    return sendArtifact(request, reply, await openArtifact(deps, object.id, path), headers)
  })

  /** Sends an artifact, by range only if the run has ended, because before that its files have no final size. */
  async function sendArtifact(
    request: FastifyRequest,
    reply: FastifyReply,
    opened: Opened,
    headers: Record<string, string>,
  ): Promise<FastifyReply> {
    const { stream, size, at } = opened
    if (size === null || at === null) return sendWhole(reply, opened, headers)
    return sendOpened(request, reply, deps.objects, { ...at, size, stream, headers })
  }

  bind(app, readArtifactArchive, async ({ object, reply }) => {
    const { name, stream } = await openArchive(deps, object.id)
    return reply.headers(attachmentHeaders(name, readArtifactArchive.media)).send(stream)
  })
}

function sendWhole(
  reply: FastifyReply,
  { stream, size }: Opened,
  headers: Record<string, string>,
): FastifyReply {
  if (size !== null) reply.header('content-length', size)
  return reply.headers(headers).send(stream)
}
