import type { Readable } from 'node:stream'
import type { DirectTransfers } from '@podium/storage/object-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The server sends smaller files faster than a browser makes a second request. */
const LEAST_BYTES = 8 * 1024 ** 2
/** Short, because a browser follows the redirect at once. */
const SECONDS = 60

interface StoredFile {
  bucket: string
  path: string
  size: number
  /** headers of the answer with the bytes */
  headers: Record<string, string>
  /** the bytes if already opened; closed unless the server itself sends them */
  stream?: Readable
}

/**
 * Redirects a client to the store for a large file if it asked for that. Others get the bytes from here, because many
 * clients send the user's token along with a redirect.
 * @returns false if the server should send the file itself
 */
export async function sendToStore(
  direct: DirectTransfers | null,
  { method, query }: FastifyRequest,
  reply: FastifyReply,
  { bucket, path, size, headers, stream }: StoredFile,
): Promise<boolean> {
  const isAsked = method === 'GET' && (query as { direct?: unknown }).direct === '1'
  if (direct === null || !isAsked || size < LEAST_BYTES) return false
  stream?.destroy()
  reply.redirect(await direct.download(bucket, path, { seconds: SECONDS, headers }), 302)
  return true
}
