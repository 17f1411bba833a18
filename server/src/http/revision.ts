import { failAt } from '@podium/contract/rules/errors.ts'
import type { FastifyRequest } from 'fastify'

/**
 * The revision on which an edit is based, from the body or If-Match; null if not given. An unreadable one is refused,
 * because its sender wants nothing overwritten.
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
