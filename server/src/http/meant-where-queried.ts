import type { IncomingMessage } from 'node:http'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a call share its address with another: it is the one meant where the query has the parameter that its rights
 * come from. An empty value counts as not sent here too.
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
