import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './client-network.ts'
import { isForwarded } from './forwarded.ts'

/** Each connection costs memory and one of the process's file descriptors. */
const MOST_CONNECTIONS = 2_000
/** How long an idle connection is kept, before and after a sign-in was seen on it. */
export const STRANGER_KEEP_ALIVE_MS = 5_000
const KEEP_ALIVE_MS = 72_000
/** Clients are told a shorter time, so that they do not use a connection that is about to close. */
const LONGER_THAN_TOLD_MS = 1_000

/** Eviction order when the server has no free connection. The reader of an event stream opens it again. */
const EVICTION_ORDER = ['idle', 'asked by a stranger', 'streaming', 'asked by an account'] as const
/** Evicted only if the client holds more than half of all connections. */
const LAST: Standing = 'asked by an account'

/** `pooled`: a proxy's connection between two calls, which is kept. */
type Standing = (typeof EVICTION_ORDER)[number] | 'pooled'

interface Connection {
  socket: Socket
  client: string
  standing: Standing
  /** signed in, or of a trusted proxy: kept for longer */
  known: boolean
  /** a trusted proxy's connection, which carries many clients */
  proxy: boolean
}

/**
 * Shares the connections among clients. One client may take all free ones; when none is left, the client with the most
 * loses one to the next that arrives. Calls of signed-in people continue, unless the client holds more than half of
 * all. A trusted proxy's connection counts for the client it forwards, and between two calls for none.
 */
export function shareConnections(app: FastifyInstance, most = MOST_CONNECTIONS): void {
  const connections = new Map<Socket, Connection>()
  /** the connections that count for each client, in the order in which they entered their present state */
  const clients = new Map<string, Set<Connection>>()

  function leave(connection: Connection): void {
    const others = clients.get(connection.client)
    others?.delete(connection)
    if (others?.size === 0) clients.delete(connection.client)
  }

  function stand(connection: Connection, standing: Standing, client = connection.client): void {
    leave(connection)
    Object.assign(connection, { standing, client })
    if (standing === 'pooled') return
    clients.set(client, (clients.get(client) ?? new Set()).add(connection))
  }

  function giveOneUp(): boolean {
    const evicted = nextToGiveUp(clients, connections.size)
    if (!evicted) return false
    forget(evicted)
    evicted.socket.destroy()
    return true
  }

  function forget(connection: Connection): void {
    leave(connection)
    connections.delete(connection.socket)
  }

  app.server.on('connection', (socket: Socket) => {
    if (connections.size >= most && !giveOneUp()) {
      socket.destroy()
      return
    }
    const client = networkOf(socket.remoteAddress ?? '')
    const connection: Connection = { socket, client, standing: 'idle', known: false, proxy: false }
    connections.set(socket, connection)
    stand(connection, 'idle')
    socket.once('close', () => forget(connection))
  })

  app.addHook('onRequest', async (request, reply) => {
    const connection = connections.get(request.raw.socket)
    if (!connection) return
    if (isForwarded(request)) connection.proxy = connection.known = true
    stand(connection, 'asked by a stranger', networkOf(request.ip))
    reply.raw.once('close', () => {
      if (!connections.has(connection.socket)) return
      stand(connection, connection.proxy ? 'pooled' : 'idle')
      if (connection.known) connection.socket.setTimeout(KEEP_ALIVE_MS + LONGER_THAN_TOLD_MS)
    })
  })

  // the caller is known by then
  app.addHook('preParsing', async (request, reply) => {
    const connection = connections.get(request.raw.socket)
    if (!connection) return
    if (request.caller) {
      connection.known = true
      stand(
        connection,
        request.routeOptions.config.podium?.transport === 'events' ? 'streaming' : 'asked by an account',
      )
    }
    if (connection.known) reply.header('keep-alive', `timeout=${KEEP_ALIVE_MS / 1000}`)
  })

  // Node waits for a connection without any request as for one with a call in progress
  app.addHook('preClose', async () => {
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
  })
}

function nextToGiveUp(
  clients: ReadonlyMap<string, ReadonlySet<Connection>>,
  all: number,
): Connection | undefined {
  let fullest: readonly Connection[] = []
  for (const each of clients.values()) {
    if (each.size > all / 2) return longestOf([...each])
    const givable = [...each].filter(({ standing }) => standing !== LAST)
    if (givable.length > fullest.length) fullest = givable
  }
  return longestOf(fullest)
}

function longestOf(connections: readonly Connection[]): Connection | undefined {
  for (const wanted of EVICTION_ORDER) {
    const longest = connections.find(({ standing }) => standing === wanted)
    if (longest) return longest
  }
  return undefined
}
