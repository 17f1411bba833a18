import { login } from '@podium/contract/calls/auth.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Counts every request when its answer is sent or its client has left; console files count as one operation. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    const began = performance.now()
    reply.raw.once('close', () => {
      const status = statusOf(reply)
      const seconds = isStream(request) ? null : (performance.now() - began) / 1000
      metrics.callEnded(request.routeOptions.config.podium?.id ?? 'console', status, seconds)
      if (request.routeOptions.config.podium?.id === login.id && status === '401') metrics.signInRefused()
    })
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isStream(request) || reply.statusCode !== 200 || reply.raw.closed) return
    metrics.streamOpened()
    reply.raw.once('close', () => metrics.streamClosed())
  })
}

function isStream(request: FastifyRequest): boolean {
  return request.routeOptions.config.podium?.transport === 'events'
}

function statusOf(reply: FastifyReply): string {
  return reply.raw.headersSent ? String(reply.raw.statusCode) : 'none'
}
