import type { Socket } from 'node:net'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './client-network.ts'
import { isForwarded } from './forwarded.ts'

/** Each connection costs memory and one of the process's file descriptors. */
const MAX_CONNECTIONS = 2_000
/** How long an idle connection is kept, before and after a sign-in was seen on it. */
export const STRANGER_KEEP_ALIVE_MS = 5_000
const KEEP_ALIVE_MS = 72_000
/** Clients are told a shorter time, so that they do not use a connection that is about to close. */
const LONGER_THAN_TOLD_MS = 1_000

/**
 * Limits the connections, and lets one client have at most half of them, so that it cannot shut out the others. When all
 * are taken, the one that is idle for longest gives way to the next. A trusted proxy's connection counts for the client
 * whose call it carries, and between two calls for nobody.
 */
export function limitConnections(app: FastifyInstance, max = MAX_CONNECTIONS): void {
  /** the open connections with their addresses */
  const open = new Map<Socket, string>()
  /** without a call in progress, the longest idle first; without those of trusted proxies, which may send a call any moment */
  const idle = new Set<Socket>()
  const ofClients = new Map<string, Set<Socket>>()
  /** used by a signed-in person or a trusted proxy, and kept for longer */
  const known = new WeakSet<Socket>()

  function admit(socket: Socket, address: string): boolean {
    const client = networkOf(address)
    const own = ofClients.get(client) ?? new Set()
    if (own.size >= max / 2) return false
    ofClients.set(client, own.add(socket))
    return true
  }

  function release(socket: Socket, address: string): void {
    const client = networkOf(address)
    const own = ofClients.get(client)
    own?.delete(socket)
    if (own?.size === 0) ofClients.delete(client)
  }

  function forget(socket: Socket): void {
    const address = open.get(socket)
    if (address === undefined) return
    open.delete(socket)
    idle.delete(socket)
    release(socket, address)
  }

  function makeRoom(): boolean {
    if (open.size < max) return true
    const [oldest] = idle
    if (!oldest) return false
    forget(oldest)
    oldest.destroy()
    return true
  }

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (!admit(socket, address)) return socket.destroy()
    if (!makeRoom()) {
      release(socket, address)
      return socket.destroy()
    }
    open.set(socket, address)
    idle.add(socket)
    return socket.once('close', () => forget(socket))
  })

  app.addHook('onRequest', async (request, reply) => {
    const { ip, raw } = request
    if (!open.has(raw.socket)) return
    idle.delete(raw.socket)
    if (!isForwarded(request)) {
      reply.raw.once('close', () => open.has(raw.socket) && idle.add(raw.socket))
      return
    }
    release(raw.socket, open.get(raw.socket) ?? '')
    if (!admit(raw.socket, ip)) fail('GATE.BUSY')
    reply.raw.once('close', () => release(raw.socket, ip))
  })

  app.addHook('onSend', async (request, reply) => {
    const { socket } = request.raw
    if (!open.has(socket)) return
    if (request.caller || isForwarded(request)) known.add(socket)
    if (!known.has(socket)) return
    reply.header('keep-alive', `timeout=${KEEP_ALIVE_MS / 1000}`)
    reply.raw.once('close', () => socket.setTimeout(KEEP_ALIVE_MS + LONGER_THAN_TOLD_MS))
  })

  // Node waits for a connection without any request as for one with a call in progress
  app.addHook('preClose', async () => {
    for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy()
  })
}
