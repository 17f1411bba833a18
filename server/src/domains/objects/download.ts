import { fail } from '@podium/contract/errors.ts'
import type { ObjectStore, StoredObject } from '@podium/storage/object-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachmentHeaders } from '../../http/attachment.ts'
import { askedRange } from '../../http/byte-range.ts'

/**
 * Answers an object, whole or the range that was asked for; 304 where the client has it already.
 * @param file where it lies, and the name it is saved under
 */
export async function sendObject(
  objects: ObjectStore,
  bucket: string,
  file: { path: string; name: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const object = (await objects.stat(bucket, file.path)) ?? fail('NOT.FOUND')
  const etag = `"${object.etag.replaceAll(/[^\x21\x23-\x7e]/g, '')}"`
  if (request.headers['if-none-match'] === etag) return reply.code(304).header('etag', etag).send()
  const condition = request.headers['if-range']
  const range = condition === undefined || condition === etag ? request.headers.range : undefined
  const asked = askedRange(range, object.size)
  if ('outside' in asked) {
    reply.header('content-range', `bytes */${object.size}`)
    fail('OBJECT.RANGE')
  }
  const { from, to } = 'whole' in asked ? { from: 0, to: object.size } : asked
  const opened = (await objects.open(bucket, file.path, { from, to })) ?? fail('NOT.FOUND')
  if (isChanged(object, opened)) {
    opened.stream.destroy()
    return sendObject(objects, bucket, file, request, reply)
  }
  if (!('whole' in asked)) {
    reply.code(206)
    reply.header('content-range', `bytes ${from}-${to - 1}/${object.size}`)
  }
  reply.headers({
    ...attachmentHeaders(file.name),
    etag,
    'accept-ranges': 'bytes',
    'content-length': to - from,
  })
  return reply.send(opened.stream)
}

/** Replaced between the two looks: the headers would not be true of the bytes. */
function isChanged(seen: StoredObject, opened: StoredObject): boolean {
  return seen.etag !== opened.etag || seen.size !== opened.size
}
