import { Readable } from 'node:stream'
import {
  type AuditEvent,
  exportAuditCsv,
  exportAuditLines,
  listAudit as listRoute,
} from '@podium/contract/calls/audit.ts'
import { csvHead, csvLine } from '@podium/contract/wire/csv.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { allAudit, listAudit, type ReadEvent } from './reads.ts'

export function auditRoutes(app: FastifyInstance, { database }: Deps): void {
  bind(app, listRoute, ({ object, query }) => listAudit(database, object?.workspace_id ?? null, query))

  const exportAs = (route: ExportRoute, file: string, line: (event: ReadEvent) => string, head = '') =>
    bind(app, route, async ({ object, query, reply }) => {
      const events = await begun(allAudit(database, object?.workspace_id ?? null, query))
      return reply
        .headers(attachmentHeaders(file, route.media))
        .send(Readable.from(written(events, line, head)))
    })

  exportAs(exportAuditCsv, 'audit.csv', eventLine, eventsHead)
  exportAs(exportAuditLines, 'audit.jsonl', (event) => `${JSON.stringify(event)}\n`)
}

type ExportRoute = typeof exportAuditCsv | typeof exportAuditLines

const CSV_COLUMNS = [
  'at',
  'actor_name',
  'address',
  'action',
  'object_kind',
  'object_name',
  'object_id',
  'workspace_name',
  'before',
  'after',
  'request_id',
  'id',
] as const satisfies (keyof AuditEvent)[]

export const eventsHead = csvHead(CSV_COLUMNS)

export function eventLine(event: ReadEvent): string {
  return csvLine(CSV_COLUMNS.map((column) => textOf(event[column])))
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Reads the first rows before the answer begins, so that a wrong query is answered with an error. */
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
  head: string,
): AsyncGenerator<string> {
  if (head) yield head
  for await (const page of pages) yield page.map(line).join('')
}
