import type { Readable } from 'node:stream'
import type { DirectTransfers } from '@podium/storage/object-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is smaller comes through the server sooner than a browser asks at another address. */
const LEAST_BYTES = 8 * 1024 ** 2
/** A browser follows at once. */
const SECONDS = 60

interface StoredFile {
  bucket: string
  path: string
  size: number
  /** of the answer with the bytes */
  headers: Record<string, string>
  /** the bytes, where they are opened already: closed unless they are to be sent from here */
  stream?: Readable
}

/**
 * Sends a client to the store for a large file, where it has asked for that. Others get the bytes here: many a client
 * sends the token of its user along wherever it is sent to.
 * @returns false when the file is to be sent from here
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
