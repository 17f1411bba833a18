import { Readable } from 'node:stream'
import { exportAuditCsv, exportAuditLines, listAudit as listAuditRoute } from '@podium/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { eventLine, eventsHead } from './csv.ts'
import { allAudit, listAudit, type ReadEvent } from './reads.ts'

export function auditRoutes(app: FastifyInstance, { database }: Deps): void {
  bind(app, listAuditRoute, ({ object, query }) => listAudit(database, object?.workspace_id ?? null, query))

  bind(app, exportAuditCsv, async ({ object, query, reply }) => {
    const events = await begun(allAudit(database, object?.workspace_id ?? null, query))
    const headers = attachmentHeaders('audit.csv', exportAuditCsv.media)
    return reply.headers(headers).send(Readable.from(written(events, eventLine, eventsHead)))
  })

  bind(app, exportAuditLines, async ({ object, query, reply }) => {
    const events = await begun(allAudit(database, object?.workspace_id ?? null, query))
    const headers = attachmentHeaders('audit.jsonl', exportAuditLines.media)
    return reply.headers(headers).send(Readable.from(written(events, jsonLine)))
  })
}

function jsonLine(event: ReadEvent): string {
  return `${JSON.stringify(event)}\n`
}

/** The first rows are read before the answer begins, so that what is wrong with the question is answered as an error. */
async function begun(pages: AsyncGenerator<ReadEvent[]>): Promise<AsyncGenerator<ReadEvent[]>> {
  const first = await pages.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pages
  })()
}

async function* written(
  pages: AsyncGenerator<ReadEvent[]>,
  line: (event: ReadEvent) => string,
  head = '',
): AsyncGenerator<string> {
  if (head) yield head
  for await (const page of pages) yield page.map(line).join('')
}
