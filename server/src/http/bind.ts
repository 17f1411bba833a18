import { fail } from '@podium/contract/rules/errors.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonLimitOf } from './bodies.ts'
import type { Answer, Call, Handler } from './call.ts'
import { inputSchema, outputSchema, serialiserSchema } from './json-schema.ts'
import { meantWhereQueried } from './meant-where-queried.ts'
import { readParams, readQuery, refuseRepeated } from './query.ts'
import { takesJson } from './refusals.ts'

const NO_FIELDS = { type: 'object', additionalProperties: false }

/**
 * Registers the handler of a call of the contract. Gate, session, rights, validation and serialisation follow from the
 * route. There is no other way to add a call, so none can lack them.
 */
export function bind<R extends Route>(app: FastifyInstance, route: R, handler: Handler<R>): void {
  app.boundRoutes.push(route)
  const rest = /\{(\w+)\*\}$/.exec(route.path)?.[1] ?? null
  const params = route.params && inputSchema(route.params)
  const query = route.query && inputSchema(route.query)
  const hasJson = takesJson(route)
  app.route({
    ...meantWhereQueried(app, route),
    method: route.method,
    url: route.path.replace(/\{\w+\*\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { podium: route },
    bodyLimit: jsonLimitOf(route),
    exposeHeadRoute: route.method === 'GET' && route.transport !== 'events',
    schema: {
      ...(hasJson && { body: route.body ? inputSchema(route.body) : NO_FIELDS }),
      ...(query && { querystring: query }),
      ...(route.transport !== 'bytes' &&
        route.transport !== 'events' && { response: { 200: serialiserSchema(outputSchema(route.reply)) } }),
    },
    preValidation: async (request) => {
      if (query) request.query = readQuery(query, request.query as Record<string, unknown>)
      else refuseRepeated(request.query as Record<string, unknown>)
      if (params) request.params = readParams(params, request.params as Record<string, unknown>, rest)
      if (params && !fits(params, request.params as Record<string, unknown>)) fail('NOT.FOUND')
      if (hasJson && request.body === undefined) request.body = {}
    },
    handler: async (request, reply) => answer(route, handler, request, reply),
  })
}

async function answer<R extends Route>(
  route: R,
  handler: Handler<R>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer<R>> {
  if (route.transport === 'events')
    reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  return handler(callOf(request, reply) as unknown as Call<R>)
}

function callOf(request: FastifyRequest, reply: FastifyReply): Record<keyof Call<Route>, unknown> {
  let gone: AbortController | undefined
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    caller: request.caller,
    object: request.object,
    request,
    reply,
    get signal() {
      if (!gone) {
        const controller = new AbortController()
        reply.raw.once('close', () => controller.abort())
        gone = controller
      }
      return gone.signal
    },
  }
}

/** A path parameter that should be a number and is not matches nothing. */
function fits(schema: ReturnType<typeof inputSchema>, params: Record<string, unknown>): boolean {
  return Object.entries(schema.properties ?? {}).every(
    ([name, property]) => property.type !== 'integer' || Number.isSafeInteger(params[name]),
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    boundRoutes: Route[]
  }
}
