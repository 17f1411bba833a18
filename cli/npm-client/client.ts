import { answerOf, faultOfStream, type Reply } from '@podium/contract/wire/answer.ts'
import { addressAt, type Parts } from '@podium/contract/wire/call.ts'
import type { Method, Transport } from '@podium/contract/wire/route.ts'
import { sentenceOf } from '../sentence-of.ts'

/** The facts needed to make a call. */
export interface CallShape {
  method: Method
  path: string
  transport: Transport
}

export interface ClientOptions {
  /** the server's address, as people open it */
  url: string
  /** an access token; without one, the session of the page is used */
  token?: string
  /** replaces the global fetch */
  fetch?: typeof fetch
}

interface Arguments extends Parts {
  /** JSON, or bytes for an upload */
  body?: unknown
  signal?: AbortSignal
}

/** The server, or something before it, refused the call. The message says why; if fields are wrong, it has a sentence for each. */
export class PodiumError extends Error {
  readonly status: number
  /** as in the OpenAPI document for this status; undefined if the response was not JSON */
  readonly detail: unknown
  /** identifies the call in the server's log */
  readonly requestId: string | null

  constructor(reply: Reply) {
    super(sentenceOf(reply))
    this.name = 'PodiumError'
    this.status = reply.status
    const answer = answerOf(reply)
    this.detail = answer.isPodiums ? (answer.body as { detail?: unknown } | null)?.detail : undefined
    this.requestId = reply.headers.get('x-request-id')
  }
}

/** Returns a function for each call. Streamed replies are fetch's Response, others their JSON. */
export function createClient(calls: Record<string, CallShape>, options: ClientOptions) {
  const { url, token, fetch: send = globalThis.fetch } = options
  const { origin, pathname } = new URL(url)
  const server = origin + pathname.replace(/\/+$/, '')

  async function make({ method, path, transport }: CallShape, args: Arguments): Promise<unknown> {
    const isUpload = transport === 'upload'
    const sent = args.body === undefined || isUpload ? args.body : JSON.stringify(args.body)
    const response = await send(server + addressAt(path, args), {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && {
          'content-type': isUpload ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(sent !== undefined && { body: sent as NonNullable<RequestInit['body']> }),
      // Node requires it for a streamed body.
      ...(isUpload && { duplex: 'half' }),
      ...(args.signal && { signal: args.signal }),
      redirect: 'manual',
    })
    const { status, headers, ok } = response
    const isStream = transport === 'bytes' || transport === 'events'
    if (ok && isStream && !faultOfStream(response, transport)) return response
    const reply = { status, headers, body: await response.text() }
    const answer = answerOf(reply)
    if (!ok || isStream || !answer.isPodiums) throw new PodiumError(reply)
    return answer.body
  }

  return Object.fromEntries(
    Object.entries(calls).map(([id, shape]) => [id, (args: Arguments = {}) => make(shape, args)]),
  )
}
