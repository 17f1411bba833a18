import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ConnectionSettings } from '../connection-settings.ts'

export interface DatabaseProxy {
  /** settings that connect through the proxy */
  settings: ConnectionSettings
  close(): void
}

/** A proxy for the database. `passOn` handles the bytes of each connection. */
export async function databaseProxy(
  settings: ConnectionSettings,
  passOn: (client: Socket, database: Socket) => void,
): Promise<DatabaseProxy> {
  const server = createServer((client) => passOn(client, connectTo(settings)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { settings: through(settings, port), close: () => server.close() }
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
