import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { CannotStart } from './cannot-start.ts'

/** So many wait to be accepted, as far as the system allows: with Node's 511 a burst from one address makes others wait for seconds. */
const WAITING_CONNECTIONS = 4_096

/** Opens the port and answers the address by which this host reaches it. */
export async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port, backlog: WAITING_CONNECTIONS })
  } catch (error) {
    throw new CannotStart(sentenceFor(error as NodeJS.ErrnoException, host, port))
  }
  const open = app.server.address() as AddressInfo
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${open.port}`
}

function sentenceFor({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use already. Stop what uses it, or set PODIUM_PORT to another one.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Set PODIUM_PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `PODIUM_HOST=${host} is no address of this machine.`
  return `The server cannot listen on ${host}:${port}: ${message}`
}
