import { readLog, readLogIndex, searchLog } from '@podium/contract/calls/run-files.ts'
import { failField } from '@podium/contract/rules/errors.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { sendFile } from '../../http/byte-range.ts'
import { sendToStore } from '../../http/direct-download.ts'
import { requiredLogType } from './log-files.ts'
import { createLogIndexes } from './log-index.ts'
import { createLogSearches } from './log-search.ts'
import { openLog } from './log-source.ts'

export function logRoutes(app: FastifyInstance, deps: Deps): void {
  const indexes = createLogIndexes()
  const search = createLogSearches()
  app.addHook('preClose', async () => indexes.close())

  bind(app, readLog, async ({ object, query, request, reply }) => {
    const type = requiredLogType(query.log_type)
    const log = await openLog(deps, object.id, type)
    const headers = attachmentHeaders(`${object.name}-${type}.log`, readLog.media)
    const file = log.at && { ...log.at, size: log.size, headers }
    if (file && (await sendToStore(deps.objects.direct, request, reply, file))) return reply
    await sendFile(request, reply, {
      size: log.size,
      etag: `"${log.key}-${log.size}"`,
      headers,
      open: log.read,
    })
    return reply
  })

  bind(app, readLogIndex, async ({ object, query }) => {
    const open = () => openLog(deps, object.id, requiredLogType(query.log_type))
    const log = await open()
    const index = await indexes.read(log, query.from)
    if (!log.complete) indexes.tail(log.key, open)
    return index
  })

  bind(app, searchLog, async ({ object, query, signal }) => {
    const type = requiredLogType(query.log_type)
    const { q: text, level } = query
    if (text === undefined && level === undefined) failField('q', messages.fill_out)
    return search(() => openLog(deps, object.id, type), { text, level }, signal)
  })
}
