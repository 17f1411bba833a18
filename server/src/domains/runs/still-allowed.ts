import { Failure } from '@podium/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { authorize } from '../../http/authorize.ts'
import { createSessionReader } from '../../http/session.ts'

/** Answers whether who made a call might make it now as well: a stream that is open must not outlive the right. */
export function createStillAllowed({ database, config, hostToken }: Deps) {
  const readSession = createSessionReader(database, config, hostToken)

  return async (request: FastifyRequest): Promise<boolean> => {
    const route = request.routeOptions.config.podium
    const caller = await readSession(request)
    if (!route || !caller) return false
    try {
      await authorize(database, route, request, caller)
      return true
    } catch (error) {
      if (error instanceof Failure) return false
      throw error
    }
  }
}
