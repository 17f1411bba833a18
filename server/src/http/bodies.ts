import { FieldProblems, fail } from '@podium/contract/errors.ts'
import { permissions } from '@podium/contract/permissions.ts'
import type { Route } from '@podium/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { crowded } from './crowded.ts'
import { nestedTooDeep } from './nesting.ts'
import { unstorable } from './unstorable.ts'

const JSON_LIMIT = 1024 * 1024
/** Of a call that anybody may make: a few short texts. */
const OPEN_JSON_LIMIT = 16 * 1024
const IDLE_UPLOAD_MS = 60_000

/** How many bytes of JSON a call takes. */
export function jsonLimitOf({ allow }: Route): number {
  return permissions[allow] === 'open' ? OPEN_JSON_LIMIT : JSON_LIMIT
}

/**
 * Two kinds of body: JSON (also where a program calls it something else; the gate has refused browsers that
 * do) and the raw bytes of an upload, handed on as a stream. The gate has set the content type to the one the
 * route takes; what is sent to no route at all is not read.
 */
export function readBodies(app: FastifyInstance, uploadMax: number): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    const deep = nestedTooDeep(text)
    if (text === '') done(null, undefined)
    else if (deep) done(deep, undefined)
    else
      parse(request, text, (error, value) => {
        if (error) done(notJson(text), undefined)
        else done(takesAnyText(request) ? null : (crowded(value) ?? unstorable(value)), value)
      })
  })
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.addHook('preParsing', async (request) => {
    const { podium } = request.routeOptions.config
    if (!podium) request.raw.headers['content-type'] = 'application/octet-stream'
    const upload = podium?.transport === 'upload'
    if (upload && Number(request.headers['content-length'] ?? 0) > uploadMax)
      fail('OBJECT.LARGE', { limit: sizeOf(uploadMax) })
    // a request that came over no socket (app.inject) has nothing to time out
    if (upload) request.raw.setTimeout?.(IDLE_UPLOAD_MS, () => request.raw.destroy())
  })
}

/** Nothing that is tried as an ID or password may be told from any other: a login stores neither. */
function takesAnyText(request: FastifyRequest): boolean {
  return request.routeOptions.config.podium?.id === 'login'
}

/** What the parser refused: broken JSON, or names by which objects are poisoned. */
function notJson(text: string): FieldProblems {
  const msg = /"(__proto__|constructor)"/.test(text)
    ? "The body is not valid JSON, or it holds a member named '__proto__' or 'constructor.prototype', which is refused."
    : 'The body is not valid JSON.'
  return new FieldProblems([{ loc: ['body'], msg, type: 'json_invalid' }])
}

function sizeOf(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${Math.round(bytes / 1024 ** 3)} GiB` : `${Math.round(bytes / 1024 ** 2)} MiB`
}
