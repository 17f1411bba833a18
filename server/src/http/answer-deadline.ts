import type { FastifyInstance } from 'fastify'

/** What is shorter fits into the buffers of a connection, and is nothing to hold. */
const SHORT = 64 * 1024
/** Longer than the console and registration clients wait for a whole answer. */
const ANSWER_DEADLINE_MS = 120_000

/**
 * An answer in one piece is kept in memory until the client has taken it: who does not take it loses the connection.
 * Downloads and streams of events go on, as they are made while they are taken.
 */
export function limitAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    if (typeof payload !== 'string' || payload.length < SHORT) return
    const timer = setTimeout(() => raw.destroy(), ANSWER_DEADLINE_MS)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
