import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './client-network.ts'
import { isForwarded } from './forwarded.ts'

/** Each costs memory and one of the process's open files. */
const MOST_CONNECTIONS = 2_000
/** How long a connection is kept between two calls: before a sign-in was seen on it, and after. */
export const STRANGER_KEEP_ALIVE_MS = 5_000
const KEEP_ALIVE_MS = 72_000
/** A client that is told so does not ask on a connection that is about to end. */
const LONGER_THAN_TOLD_MS = 1_000

/** What a connection is given up for another one at, the first of them first. A stream of events is opened again by its reader. */
const EVICTION_ORDER = ['idle', 'asked by a stranger', 'streaming', 'asked by an account'] as const
/** What only a client that holds more than half of all connections gives up. */
const LAST: Standing = 'asked by an account'

/** A proxy's connection is kept between two calls. */
type Standing = (typeof EVICTION_ORDER)[number] | 'pooled'

interface Connection {
  socket: Socket
  client: string
  standing: Standing
  /** signed in, or a trusted proxy's: it is kept for longer */
  known: boolean
  /** of a trusted proxy, which speaks for many */
  proxy: boolean
}

/**
 * Shares the connections among clients: one may have all that are free, and when none is, the client with the most
 * gives one up for the next that comes. What a signed-in person is asking for goes on, unless the client holds more than
 * half of all. A trusted proxy's connection counts for the client that it speaks for, and between two calls for none.
 */
export function shareConnections(app: FastifyInstance, most = MOST_CONNECTIONS): void {
  const connections = new Map<Socket, Connection>()
  /** of each client those that count for it, in the order in which they came to stand as they do */
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

  // who asks is known by then
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

  // Node waits for a connection on which nothing was asked yet as for one with a call
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
