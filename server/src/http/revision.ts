import type { FastifyRequest } from 'fastify'

/** The revision an edit was made from: in the body, or as If-Match; null where the client says none. */
export function askedRevision(request: FastifyRequest, inBody: number | undefined): number | null {
  if (inBody !== undefined) return inBody
  const tag = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '')?.[1]
  return tag === undefined ? null : Number(tag)
}
