import type { Readable } from 'node:stream'
import { fail } from '@podium/contract/rules/errors.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface SentFile {
  size: number
  etag: string
  headers: Record<string, string>
  /** bytes `from` up to but not including `to`; null when the file has changed since its size was read */
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
 * Sends a file, whole or the range that was asked for.
 * @returns false when it has changed in the meantime: the headers would not be true of the bytes
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
  const asked = askedRange(range, size)
  if ('outside' in asked) {
    reply.header('content-range', `bytes */${size}`)
    return fail('OBJECT.RANGE')
  }
  const { from, to } = 'whole' in asked ? { from: 0, to: size } : asked
  const stream = await file.open(from, to)
  if (!stream) return false
  if (!('whole' in asked)) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`)
  reply.headers({ ...file.headers, etag, 'accept-ranges': 'bytes', 'content-length': to - from })
  reply.send(stream)
  return true
}

/**
 * Sends an object that is opened already, whole or the range that was asked for. What has not been sent is closed.
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

/** The store's ETag as the value of a header. */
export function etagOf({ etag }: { etag: string }): string {
  return `"${etag.replaceAll(/[^\x21\x23-\x7e]/g, '')}"`
}

/** Which bytes a client asked for; `to` is the first byte after them. */
export type Asked = { whole: true } | { from: number; to: number } | { outside: true }

/**
 * Reads a Range header. Anything but one single range of bytes counts as not sent, as does any range of an empty
 * file: the whole is always a right answer.
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
