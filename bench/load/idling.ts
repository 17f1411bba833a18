import { connect, type Socket } from 'node:net'

/** The message that starts the load. */
export interface Idlers {
  port: number
  connections: number
  localAddress: string
}

const ROUND_MS = 20
/** The number opened per round, at first until all are open, and later to replace closed ones. */
const AT_FIRST = 200
const AGAIN = 20

/** Keeps that many connections open, and replaces each that is closed. */
process.once('message', ({ port, connections, localAddress }: Idlers) => {
  const open = new Set<Socket>()
  let opened = 0
  let there = false
  const round = setInterval(() => {
    for (let at = 0; at < (there ? AGAIN : AT_FIRST) && open.size < connections; at += 1) {
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
      open.add(socket.resume())
      opened += 1
    }
    if (!there && opened >= connections) {
      there = true
      process.send?.('there')
    }
  }, ROUND_MS)
  process.once('message', () => {
    clearInterval(round)
    process.send?.({ opened, open: open.size })
  })
})
