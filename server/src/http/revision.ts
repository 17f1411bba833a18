import { failAt } from '@podium/contract/rules/errors.ts'
import type { FastifyRequest } from 'fastify'

/**
 * The revision an edit was made from: in the body, or as If-Match; null where the client says none. One that cannot be
 * read is refused, because a client that sends it wants nothing overwritten.
 */
export function askedRevision(request: FastifyRequest, inBody: number | undefined): number | null {
  if (inBody !== undefined) return inBody
  const sent = request.headers['if-match']?.trim()
  if (sent === undefined || sent === '*') return null
  const tag = /^(?:W\/)?"?(\d{1,9})"?$/.exec(sent)?.[1]
  if (tag === undefined)
    failAt(['header', 'if-match'], 'Send one revision that you saw as If-Match, e.g. "3", or leave it out.')
  return Number(tag)
}
