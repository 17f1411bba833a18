import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** This server is about to end: probes are told so, and a connection is kept for no call after the one it carries. */
    isSteppingAside: boolean
  }
}

/** From when `isSteppingAside` is set until it closes the server answers calls as before. */
export function prepareSteppingAside(app: FastifyInstance): void {
  app.decorate('isSteppingAside', false)
  app.addHook('onSend', async (_request, reply) => {
    if (app.isSteppingAside) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    app.isSteppingAside = true
  })
}
