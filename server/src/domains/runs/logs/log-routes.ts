import { fail } from '@podium/contract/errors.ts'
import { logTypeOf, readLog, readLogIndex, searchLog } from '@podium/contract/run-files.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { attachmentHeaders } from '../../../http/attachment.ts'
import { bind } from '../../../http/bind.ts'
import { askedRange } from '../../../http/byte-range.ts'
import { createLogIndexes } from './log-index.ts'
import { createLogSearches } from './log-search.ts'
import { type Log, openLog } from './log-source.ts'

export function logRoutes(app: FastifyInstance, deps: Deps): void {
  const indexes = createLogIndexes()
  const search = createLogSearches()

  bind(app, readLog, async ({ object, query, request, reply }) => {
    const type = requiredLogType(query.log_type)
    const log = await openLog(deps, object.id, type)
    const etag = `"${log.key}-${log.size}"`
    reply.headers({
      ...attachmentHeaders(`${object.name}-${type}.log`, readLog.media),
      etag,
      'accept-ranges': 'bytes',
    })
    const condition = request.headers['if-range']
    const range = condition === undefined || condition === etag ? request.headers.range : undefined
    return sendRange(reply, log, range)
  })

  bind(app, readLogIndex, async ({ object, query }) => {
    return indexes.read(await openLog(deps, object.id, requiredLogType(query.log_type)), query.from)
  })

  bind(app, searchLog, async ({ object, query, signal }) => {
    const type = requiredLogType(query.log_type)
    return search(() => openLog(deps, object.id, type), query.q, signal)
  })
}

export function requiredLogType(sent: string): 'pipeline' | 'process' {
  return logTypeOf(sent) ?? fail('LOG.TYPE')
}

async function sendRange(reply: FastifyReply, log: Log, header: string | undefined): Promise<unknown> {
  const asked = askedRange(header, log.size)
  if ('outside' in asked) {
    reply.removeHeader('content-disposition')
    reply.header('content-range', `bytes */${log.size}`)
    fail('OBJECT.RANGE')
  }
  const { from, to } = 'whole' in asked ? { from: 0, to: log.size } : asked
  if (!('whole' in asked)) {
    reply.code(206)
    reply.header('content-range', `bytes ${from}-${to - 1}/${log.size}`)
  }
  reply.header('content-length', to - from)
  return reply.send(await log.read(from, to))
}
