import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Failure } from '@podium/contract/rules/errors.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyInstance } from 'fastify'
import { mediaOf } from '../http/openapi/openapi.ts'
import { refusalsOf, statusesOf } from '../http/refusals.ts'

/**
 * Builds a server and inspects its answers.
 * @returns the server, and a function that lists its answers so far that its OpenAPI document does not describe
 */
export async function buildListenedTo<A extends FastifyInstance>(
  build: () => Promise<A>,
): Promise<{ app: A; undocumented: () => string[] }> {
  const found = new Set<string>()
  // hooks can be added only while the server is being built
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onError', async (request, _reply, error) => {
      const route = request.routeOptions.config.podium
      if (route && error instanceof Failure && !refusalsOf(route).includes(error.code))
        found.add(`${route.id} refused with ${error.code}`)
    })
    fastify.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.config.podium
      const type = String(reply.getHeader('content-type') ?? '').replace(/;.*/, '')
      if (route && !isTold(route, reply.statusCode, type))
        found.add(`${route.id} answered ${reply.statusCode} ${type}`)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    return { app: await build(), undocumented: () => [...found].sort() }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}

function isTold(route: Route, status: number, type: string): boolean {
  if (!statusesOf(route).has(status)) return false
  if (status === 302 || status === 304) return true
  if (status >= 300) return type === 'application/json'
  return [mediaOf(route), ...(route.otherMedia ?? [])].includes(type)
}
