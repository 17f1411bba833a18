import type { IncomingMessage } from 'node:http'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a call share its address with another. It is chosen if the query has the parameter that determines its rights;
 * an empty value counts as missing.
 */
export function meantWhereQueried(
  app: FastifyInstance,
  { scope }: Route,
): { constraints?: Record<string, 'sent'> } {
  if (typeof scope !== 'object' || !('queried' in scope)) return {}
  const parameter = scope.queried
  if (!app.hasConstraintStrategy(parameter))
    app.addConstraintStrategy({
      name: parameter,
      storage: () => new Map(),
      deriveConstraint: (request: IncomingMessage) =>
        isSent(request.url ?? '', parameter) ? 'sent' : undefined,
    })
  return { constraints: { [parameter]: 'sent' } }
}

function isSent(url: string, parameter: string): boolean {
  const start = url.indexOf('?')
  if (start < 0) return false
  return new URLSearchParams(url.slice(start + 1)).getAll(parameter).some((value) => value !== '')
}
