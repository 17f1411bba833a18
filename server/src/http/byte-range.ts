import type { Readable } from 'node:stream'
import { fail } from '@podium/contract/rules/errors.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface SentFile {
  size: number
  etag: string
  headers: Record<string, string>
  /** bytes `from` up to but not including `to`; null if the file changed since its size was read */
  open(from: number, to: number): Promise<Readable | null>
}

export interface OpenedFile {
  bucket: string
  path: string
  etag: string
  size: number
  stream: Readable
  headers: Record<string, string>
}

/**
 * Sends a file, whole or in the requested range.
 * @returns false if it changed meanwhile, because the headers would be wrong
 * @throws Failure OBJECT.RANGE
 */
export async function sendFile(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { size, etag, ...file }: SentFile,
): Promise<boolean> {
  const condition = headers['if-range']
  const isAsked = method === 'GET' && (condition === undefined || condition === etag)
  const range = isAsked ? headers.range : undefined
  const parsed = askedRange(range, size)
  if ('outside' in parsed) {
    reply.header('content-range', `bytes */${size}`)
    return fail('OBJECT.RANGE')
  }
  const { from, to } = 'whole' in parsed ? { from: 0, to: size } : parsed
  const stream = await file.open(from, to)
  if (!stream) return false
  if (!('whole' in parsed)) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`)
  reply.headers({ ...file.headers, etag, 'accept-ranges': 'bytes', 'content-length': to - from })
  reply.send(stream)
  return true
}

/**
 * Sends an opened object, whole or in the requested range, and closes it if it is not sent.
 * @throws Failure OBJECT.RANGE, NOT.FOUND
 */
export async function sendOpened(
  request: FastifyRequest,
  reply: FastifyReply,
  objects: Pick<ObjectStore, 'open'>,
  { bucket, path, etag, size, stream, headers }: OpenedFile,
): Promise<FastifyReply> {
  async function open(from: number, to: number) {
    if (from === 0 && to === size) return stream
    stream.destroy()
    const part = await objects.open(bucket, path, { from, to })
    return part?.stream ?? fail('NOT.FOUND')
  }
  await sendFile(request, reply, { size, etag: etagOf({ etag }), headers, open }).catch((error) => {
    stream.destroy()
    throw error
  })
  return reply
}

/** The store's ETag as a header value. */
export function etagOf({ etag }: { etag: string }): string {
  return `"${etag.replaceAll(/[^\x21\x23-\x7e]/g, '')}"`
}

/** The requested bytes; `to` is the first byte after them. */
export type Asked = { whole: true } | { from: number; to: number } | { outside: true }

/**
 * Parses a Range header. Anything but one byte range is ignored, as is any range of an empty file, because sending the
 * whole file is always correct.
 */
export function askedRange(header: string | undefined, size: number): Asked {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!parts || size === 0) return { whole: true }
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return { whole: true }
  if (first === '')
    return last === '0' ? { outside: true } : { from: Math.max(0, size - Number(last)), to: size }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return { whole: true }
  if (from >= size) return { outside: true }
  return { from, to: last === '' ? size : Math.min(size, Number(last) + 1) }
}
