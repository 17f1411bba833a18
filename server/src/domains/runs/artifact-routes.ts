import { listArtifacts, readArtifact, readArtifactArchive } from '@podium/contract/run-files.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { listArtifacts as list, openArchive, openArtifact } from './artifacts.ts'

export function artifactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listArtifacts, async ({ object }) => {
    const artifacts = await list(deps, object.id)
    return { artifacts, total_bytes: artifacts.reduce((sum, { size }) => sum + size, 0) }
  })

  bind(app, readArtifact, async ({ object, params, reply }) => {
    const { stream, size } = await openArtifact(deps, object.id, params.path)
    reply.headers(attachmentHeaders(params.path))
    if (size !== null) reply.header('content-length', size)
    return reply.send(stream)
  })

  bind(app, readArtifactArchive, async ({ object, reply }) => {
    const { name, stream } = await openArchive(deps, object.id)
    return reply.headers(attachmentHeaders(name, readArtifactArchive.media)).send(stream)
  })
}
