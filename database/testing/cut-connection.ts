import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ConnectionSettings } from '../connection-settings.ts'

export interface CutConnection {
  /** what to connect with instead */
  settings: ConnectionSettings
  close(): void
}

/** What PostgreSQL is sent to have a statement done: a query, or one that is prepared first. */
const STATEMENTS = new Set(['Q', 'P'].map((letter) => letter.charCodeAt(0)))

/**
 * Another way to the database, which breaks after so many statements: the last one is done and its answer is lost, as when
 * the process that asked was killed in that moment.
 */
export async function cutAfter(settings: ConnectionSettings, statements: number): Promise<CutConnection> {
  const server = createServer((client) => passOn(client, connectTo(settings), statements))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { settings: through(settings, port), close: () => server.close() }
}

function passOn(client: Socket, database: Socket, statements: number): void {
  let left = statements
  let lost = false
  let pending = Buffer.alloc(0)
  let started = false
  const cut = () => {
    client.destroy()
    database.destroy()
  }
  for (const socket of [client, database]) socket.on('error', cut).on('close', cut)
  client.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    // the first message, which starts the session, has no letter before its length
    for (;;) {
      const head = started ? 1 : 0
      if (pending.length < head + 4) return
      const length = head + pending.readInt32BE(head)
      if (pending.length < length) return
      const isStatement = started && STATEMENTS.has(pending[0] ?? 0)
      if (isStatement && left === 0) return cut()
      if (isStatement) left -= 1
      lost = isStatement ? left === 0 : lost
      database.write(pending.subarray(0, length))
      pending = pending.subarray(length)
      started = true
    }
  })
  database.on('data', (chunk) => {
    if (lost) cut()
    else client.write(chunk)
  })
}

function connectTo(settings: ConnectionSettings): Socket {
  if (!('connectionString' in settings))
    return createConnection(join(settings.host, `.s.PGSQL.${settings.port}`))
  const { hostname, port } = new URL(settings.connectionString)
  return createConnection(Number(port || 5432), hostname)
}

function through(settings: ConnectionSettings, port: number): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, host: '127.0.0.1', port }
  const url = new URL(settings.connectionString)
  url.host = `127.0.0.1:${port}`
  return { connectionString: url.href }
}
