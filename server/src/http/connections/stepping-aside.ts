import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** true while this server is draining: probes report it as not ready, and connections close after their call */
    isSteppingAside: boolean
  }
}

/** While `isSteppingAside` is set and until it closes, the server still answers calls. */
export function prepareSteppingAside(app: FastifyInstance): void {
  app.decorate('isSteppingAside', false)
  app.addHook('onSend', async (_request, reply) => {
    if (app.isSteppingAside) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    app.isSteppingAside = true
  })
}
