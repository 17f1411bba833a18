import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The address people reach this server by: as configured, else as this caller did. No slash at its end. */
export function addressOf(request: FastifyRequest, { public_url }: Config): string {
  return public_url?.origin ?? `${request.protocol}://${request.host}`
}
