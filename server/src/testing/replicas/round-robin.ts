import { connect, createServer, type Socket } from 'node:net'

const PROBE_MS = 200

interface Backend {
  port: number
  isReady: boolean
}

/**
 * A minimal load balancer: each connection goes as a whole to the next server that was ready at the last check, or to
 * the one after it if that refuses the connection. Nothing is sent again.
 */
export async function startRoundRobin(ports: readonly number[]) {
  const backends: Backend[] = ports.map((port) => ({ port, isReady: true }))
  const open = new Set<Socket>()
  let turn = 0

  const probing = setInterval(() => {
    for (const backend of backends)
      fetch(`http://127.0.0.1:${backend.port}/api/v1/readyz`, { headers: { connection: 'close' } }).then(
        async (answer) => {
          await answer.body?.cancel()
          backend.isReady = answer.status === 200
        },
        () => {
          backend.isReady = false
        },
      )
  }, PROBE_MS)

  function inTurn(): Backend[] {
    turn += 1
    const [ready, others] = [true, false].map((isReady) =>
      backends.filter((each) => each.isReady === isReady),
    )
    return [ready, others].flatMap((some = []) =>
      some.map((_, place) => some[(place + turn) % some.length] as Backend),
    )
  }

  function passOn(client: Socket, [next, ...others]: Backend[]): void {
    if (!next) return void client.destroy()
    const server = connect(next.port, '127.0.0.1')
    const refused = () => passOn(client, others)
    server.once('error', refused)
    server.once('connect', () => {
      server.off('error', refused)
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        open.add(from)
        from.once('error', () => to.destroy())
        from.once('close', () => {
          open.delete(from)
          to.destroySoon()
        })
        from.pipe(to)
      }
    })
  }

  const listening = createServer({ allowHalfOpen: true }, (client) => passOn(client, inTurn()))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      clearInterval(probing)
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}
