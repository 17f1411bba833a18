import { readForRun, sendForRun } from '@podium/contract/calls/runner.ts'
import { readHealth, readReadiness, readVersions } from '@podium/contract/calls/system.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from './connections/client-network.ts'

/** Parameters whose values may be logged. The rest of the address is left out. */
const LOGGED = new Set([
  'page',
  'page_size',
  'sort',
  'workspace_id',
  'workspace_name',
  'log_type',
  'pipeline',
  'state',
])

/** Called every few seconds by probes and by each run's pod. */
const CALLED_OFTEN = [readHealth, readReadiness, readVersions, readForRun, sendForRun]
const OFTEN = new Set<string>(CALLED_OFTEN.map(({ id }) => id))

/** One line per call: who, what, outcome. Never the raw address, a cookie or a header. */
export function logCall(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.config.podium
  // Requests for a page's files and calls of programs say nothing about a person's actions.
  const isOfPeople = route !== undefined && !OFTEN.has(route.id)
  const level = isOfPeople || reply.statusCode >= 400 ? 'info' : 'debug'
  request.log[level](
    {
      method: request.method,
      path: pathOf(request),
      query: loggedQuery(request.query),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.username ?? null,
      address: clientAddress(request),
    },
    'call',
  )
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function loggedQuery(query: unknown): Record<string, unknown> | undefined {
  const logged = Object.entries(query ?? {}).filter(([name]) => LOGGED.has(name))
  return logged.length > 0 ? Object.fromEntries(logged) : undefined
}
