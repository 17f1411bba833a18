import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { CannotStart } from './cannot-start.ts'

/** Maximum backlog of connections. With Node's 511, a burst makes others wait for seconds. */
const WAITING_CONNECTIONS = 4_096

/** Opens the port and returns the address by which this host reaches it. */
export async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port, backlog: WAITING_CONNECTIONS })
  } catch (error) {
    throw cannotListen(error, { host, port, setting: 'PODIUM' })
  }
  const open = app.server.address() as AddressInfo
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${open.port}`
}

/** Explains why a port cannot be opened. `setting` is the prefix of its settings. */
export function cannotListen(
  error: unknown,
  { host, port, setting }: { host: string; port: number; setting: string },
): CannotStart {
  const { code, message } = error as NodeJS.ErrnoException
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is already in use. Stop what uses it, or set ${setting}_PORT to another one.`,
    EACCES: `Port ${port} may not be used by this user. Set ${setting}_PORT to one above 1023.`,
    EADDRNOTAVAIL: `${setting}_HOST=${host} is not an address of this machine.`,
    ENOTFOUND: `${setting}_HOST=${host} is not an address of this machine.`,
  }
  return new CannotStart(sentences[code ?? ''] ?? `The server cannot listen on ${host}:${port}: ${message}`)
}
