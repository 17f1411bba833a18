import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Closes the stream of an answer that is not read to its end, and with it the file: for HEAD, when a client leaves, or
 * when a later hook fails.
 */
export function closeUnreadAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method }, { raw }, payload) => {
    if (!(payload instanceof Readable)) return
    if (method === 'HEAD' || raw.closed) payload.destroy()
    else raw.once('close', () => payload.destroy())
  })
}
