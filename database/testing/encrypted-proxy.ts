import { readFile } from 'node:fs/promises'
import { TLSSocket } from 'node:tls'
import type { ConnectionSettings } from '../connection-settings.ts'
import { type DatabaseProxy, databaseProxy } from './database-proxy.ts'

/**
 * A proxy for the database with TLS towards the client.
 * @param certificate its path without `.pem` and `.key`; null: refuses to encrypt, as PostgreSQL does with ssl = off
 */
export async function encryptedProxy(
  settings: ConnectionSettings,
  certificate: string | null,
): Promise<DatabaseProxy> {
  const files = certificate && {
    key: await readFile(`${certificate}.key`),
    cert: await readFile(`${certificate}.pem`),
  }
  return databaseProxy(settings, (client, database) => {
    for (const socket of [client, database]) socket.on('error', () => socket.destroy())
    client.once('data', () => {
      client.write(files ? 'S' : 'N')
      if (!files) return client.pipe(database).pipe(client)
      const plain = new TLSSocket(client, { isServer: true, ...files })
      plain.on('error', () => plain.destroy())
      return plain.pipe(database).pipe(plain)
    })
  })
}
