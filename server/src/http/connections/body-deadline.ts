import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const BODY_DEADLINE_MS = 30_000
/** How long the client of a refused body has to read its answer. */
const LINGER_MS = 500

/**
 * No body is taken without end: one that is slow is cut off, one that is refused is not read at all. The upload
 * of a caller who may send it takes as long as it takes.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => cutOffWhenSlow(request.raw))
  app.addHook('preParsing', async (request) => {
    if (request.routeOptions.config.podium?.transport === 'upload') deadlines.get(request.raw)?.()
  })
  app.addHook('onSend', async (request, reply) => {
    // a body that came in one piece with its head is read by then
    if (isIncomplete(request.raw)) await setImmediate()
    leaveRest(request, reply)
  })
}

/** Says that the connection ends where part of the body has not come, and ends it soon after the answer. */
export function leaveRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!isIncomplete(raw)) return
  const { socket } = raw
  reply.header('connection', 'close')
  // Node would go on reading the body, or reset the connection before the answer is read
  socket.destroySoon = () => {
    socket.end()
    setImmediate().then(() => socket.pause())
    setTimeout(() => socket.destroy(), LINGER_MS)
  }
}

/** A request that came over no socket (app.inject) does not say whether it is complete. */
function isIncomplete(raw: IncomingMessage): boolean {
  return raw.complete === false && hasBody(raw)
}

const deadlines = new WeakMap<IncomingMessage, () => void>()

/** From now on the body has half a minute. Node's own deadline would hold for uploads too. */
export function cutOffWhenSlow(raw: IncomingMessage): void {
  if (!hasBody(raw)) return
  const timer = setTimeout(() => raw.complete || raw.destroy(), BODY_DEADLINE_MS)
  const disarm = () => clearTimeout(timer)
  timer.unref()
  deadlines.set(raw, disarm)
  for (const event of ['end', 'close']) raw.once(event, disarm)
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

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
