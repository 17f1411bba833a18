import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../s3/service.ts'

/** One call as the stand-in reads it. The signature is not checked. */
export interface AskedOfS3 {
  method: string
  bucket: string
  key: string
  query: URLSearchParams
}

export interface RefusalOfS3 {
  status: number
  code: string
}

interface Kept {
  bytes: Buffer
  etag: string
  headers: Record<string, string>
}

/** Differences of the stand-in from Amazon's service; a test may change them at any time. */
export interface Oddities {
  /** lists encode names and say so */
  encodesNames: boolean
  /** the name of an object in lists; null: lists do not have it yet */
  namesInLists: (key: string) => string | null
  /** keeps old versions of objects in its buckets; null: nothing does */
  keeps: 'versions' | 'lock' | null
  /** an answer instead of the service's own; undefined: none */
  refuse: (asked: AskedOfS3) => RefusalOfS3 | undefined | Promise<RefusalOfS3 | undefined>
}

/** An S3 service in memory on loopback, as far as Podium uses it, for behaviour of a real one that fails. */
export async function startS3StandIn() {
  const buckets = new Map<string, Map<string, Kept>>()
  const uploads = new Map<string, { headers: Kept['headers']; parts: Map<number, Buffer> }>()
  const oddities: Oddities = {
    encodesNames: true,
    namesInLists: (key) => key,
    keeps: null,
    refuse: () => undefined,
  }
  /** every call that arrived, as 'PUT bucket/key' */
  const asked: string[] = []

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const [, bucket = '', ...rest] = pathname.split('/')
    const call = { method: request.method ?? '', bucket, key: decodeURIComponent(rest.join('/')), query }
    asked.push(`${call.method} ${call.bucket}/${call.key}`)
    const body = await buffer(request)
    const refusal = (await oddities.refuse(call)) ?? (await answerOf(call, request, body, response))
    if (refusal)
      send(response, refusal.status, xmlOf('Error', `<Code>${refusal.code}</Code><Message>No.</Message>`))
  }

  function answerOf(call: AskedOfS3, request: IncomingMessage, body: Buffer, response: ServerResponse) {
    if (call.bucket === '') return void send(response, 200, listOfBuckets([...buckets.keys()]))
    return call.key === '' ? answerForBucket(call, response) : answerForObject(call, request, body, response)
  }

  function answerForBucket(
    { method, bucket, query }: AskedOfS3,
    response: ServerResponse,
  ): RefusalOfS3 | undefined {
    const objects = buckets.get(bucket)
    if (method === 'PUT') buckets.set(bucket, objects ?? new Map())
    else if (!objects) return { status: 404, code: 'NoSuchBucket' }
    else if (method === 'DELETE') {
      if (objects.size > 0) return { status: 409, code: 'BucketNotEmpty' }
      buckets.delete(bucket)
    } else if (query.has('versioning')) return void send(response, 200, versioningOf(oddities))
    else if (query.has('object-lock'))
      return oddities.keeps === 'lock'
        ? void send(response, 200, xmlOf('ObjectLockConfiguration', LOCKED))
        : { status: 404, code: 'ObjectLockConfigurationNotFoundError' }
    else if (query.has('uploads')) return void send(response, 200, xmlOf('ListMultipartUploadsResult', ''))
    else if (query.has('list-type')) return void send(response, 200, listOfObjects(objects, query))
    send(response, 200)
  }

  function listOfObjects(objects: Map<string, Kept>, query: URLSearchParams): string {
    const isEncoded = oddities.encodesNames && query.has('encoding-type')
    const encode = (name: string) =>
      isEncoded ? encodeURIComponent(name).replaceAll('%20', '+') : inXml(name)
    const found = [...objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? ''))
      .sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
      .slice(0, Number(query.get('max-keys') ?? 1000))
      .map(([key, kept]) => ({ ...kept, name: oddities.namesInLists(key) }))
      .filter(({ name }) => name !== null)
      .map(
        ({ name, bytes, etag, headers }) =>
          `<Contents><Key>${encode(name ?? '')}</Key><Size>${bytes.length}</Size><ETag>"${etag}"</ETag><LastModified>${new Date(headers['last-modified'] ?? 0).toISOString()}</LastModified></Contents>`,
      )
    const encoding = isEncoded ? '<EncodingType>url</EncodingType>' : ''
    return xmlOf('ListBucketResult', `<Name>bucket</Name>${encoding}${found.join('')}`)
  }

  function answerForObject(
    { method, bucket, key, query }: AskedOfS3,
    { headers: sent }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): RefusalOfS3 | undefined {
    const objects = buckets.get(bucket)
    if (!objects) return { status: 404, code: 'NoSuchBucket' }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    const found = objects.get(key)
    const headers = {
      'last-modified': new Date().toUTCString(),
      'x-amz-meta-podium': String(sent['x-amz-meta-podium'] ?? ''),
    }
    const keep = (bytes: Buffer, etag: string, kept: Kept['headers']) => {
      if (found && sent['if-none-match'] === '*') return { status: 412, code: 'PreconditionFailed' }
      objects.set(key, { bytes, etag, headers: kept })
      return undefined
    }
    if (id !== '' && !upload) return { status: 404, code: 'NoSuchUpload' }
    if (query.has('uploads')) {
      const made = randomUUID()
      uploads.set(made, { headers, parts: new Map() })
      return void send(response, 200, xmlOf('InitiateMultipartUploadResult', `<UploadId>${made}</UploadId>`))
    }
    if (upload && method === 'POST') {
      const parts = [...upload.parts].sort(([left], [right]) => left - right).map(([, part]) => part)
      const etag = `${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}`
      const refusal = keep(Buffer.concat(parts), etag, {
        ...upload.headers,
        'last-modified': headers['last-modified'],
      })
      if (refusal) return refusal
      uploads.delete(id)
      return void send(response, 200, xmlOf('CompleteMultipartUploadResult', `<ETag>"${etag}"</ETag>`))
    }
    if (upload) {
      if (method === 'DELETE') uploads.delete(id)
      else upload.parts.set(Number(query.get('partNumber')), body)
      return void send(response, 200, '', { etag: `"${md5(body).toString('hex')}"` })
    }
    if (method === 'PUT') {
      const etag = md5(body).toString('hex')
      const version = oddities.keeps === 'versions' && { 'x-amz-version-id': randomUUID() }
      return keep(body, etag, headers) ?? void send(response, 200, '', { etag: `"${etag}"`, ...version })
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void send(response, 204)
    }
    if (!found) return { status: 404, code: 'NoSuchKey' }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(sent.range ?? '') ?? []
    if (Number(from) >= found.bytes.length) return { status: 416, code: 'InvalidRange' }
    const part = found.bytes.subarray(Number(from ?? 0), to ? Number(to) + 1 : undefined)
    const about = {
      ...found.headers,
      ...(from !== undefined && { 'content-range': `bytes ${from}-x/${found.bytes.length}` }),
      etag: `"${found.etag}"`,
      'content-length': String(part.length),
    }
    send(response, from === undefined ? 200 : 206, method === 'HEAD' ? '' : part, about)
  }

  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: S3Settings = {
    endpoint,
    direct: null,
    region: 'us-east-1',
    path_style: true,
    bucket: null,
    prefix: '',
  }
  return {
    asked,
    oddities,
    settings,
    url: `s3://?endpoint=${endpoint}&path_style=1`,
    keys: { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
    buckets: () => [...buckets.keys()],
    /** Returns the keys of all objects in the bucket. */
    keysOf: (bucket: string) => [...(buckets.get(bucket)?.keys() ?? [])].sort(),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type S3StandIn = Awaited<ReturnType<typeof startS3StandIn>>

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...(typeof body === 'string' && body !== '' && { 'content-type': 'application/xml' }),
    ...headers,
  })
  response.end(body)
}

function xmlOf(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`
}

function listOfBuckets(names: string[]): string {
  const found = names.map((name) => `<Bucket><Name>${name}</Name></Bucket>`)
  return xmlOf('ListAllMyBucketsResult', `<Buckets>${found.join('')}</Buckets>`)
}

const LOCKED = '<ObjectLockEnabled>Enabled</ObjectLockEnabled>'

function versioningOf({ keeps }: Oddities): string {
  return xmlOf('VersioningConfiguration', keeps === null ? '' : '<Status>Enabled</Status>')
}

function inXml(text: string): string {
  return text.replaceAll(/[&<>"'\p{Cc}]/gu, (sign) => `&#${sign.codePointAt(0)};`)
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}
