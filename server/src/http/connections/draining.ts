import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** true while this server is draining: probes report it as not ready, and connections close after their call */
    isDraining: boolean
  }
}

/** While `isDraining` is set and until it closes, the server still answers calls. */
export function prepareDraining(app: FastifyInstance): void {
  app.decorate('isDraining', false)
  app.addHook('onSend', async (_request, reply) => {
    if (app.isDraining) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    app.isDraining = true
  })
}
