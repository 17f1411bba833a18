import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const BODY_DEADLINE_MS = 30_000
/** Time for the client of a refused body to read its answer. */
const LINGER_MS = 500

/**
 * Limits the time for bodies: a slow one is cut off, a refused one is not read. A permitted upload may take any time.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => cutOffWhenSlow(request.raw))
  app.addHook('preParsing', async (request) => {
    if (request.routeOptions.config.podium?.transport === 'upload') deadlines.get(request.raw)?.()
  })
  app.addHook('onSend', async (request, reply) => {
    // by then, a body that arrived together with its head has been read
    if (isIncomplete(request.raw)) await setImmediate()
    leaveRest(request, reply)
  })
}

/** Announces that the connection closes if part of the body is missing, and closes it soon after the answer. */
export function leaveRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!isIncomplete(raw)) return
  const { socket } = raw
  reply.header('connection', 'close')
  // Node would keep reading the body, or reset the connection before the answer is read
  socket.destroySoon = () => {
    socket.end()
    setImmediate().then(() => socket.pause())
    setTimeout(() => socket.destroy(), LINGER_MS)
  }
}

/** Requests without a socket (app.inject) do not say whether they are complete. */
function isIncomplete(raw: IncomingMessage): boolean {
  return raw.complete === false && hasBody(raw)
}

const deadlines = new WeakMap<IncomingMessage, () => void>()

/** Gives the body half a minute from now on. Node's own deadline would apply to uploads too. */
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

/** Shorter answers fit into the buffers of a connection, so they need no memory here. */
const SHORT = 64 * 1024
/** Longer than the console and registration clients wait for a complete answer. */
const ANSWER_DEADLINE_MS = 120_000

/**
 * Closes the connection of a client that does not read its answer, because answers in one piece stay in memory until
 * then. Downloads and event streams are exempt, as they are produced while they are read.
 */
export function limitAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    if (typeof payload !== 'string' || payload.length < SHORT) return
    const timer = setTimeout(() => raw.destroy(), ANSWER_DEADLINE_MS)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
