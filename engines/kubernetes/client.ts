import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClusterAccess } from './access.ts'
import { accountIn } from './own-account.ts'
import type { Resource, ResourceList, Status, WatchEvent } from './resources.ts'

export type Query = Record<string, string | number | boolean | undefined>

/** A refusal of the API, in its own words. Branch on `reason`, because 409 has two meanings. */
export class ClusterRefusal extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string, message: string) {
    super(message || `The cluster answered ${status} ${reason}.`)
    this.status = status
    this.reason = reason
  }
}

/** True if the error says that an object of that name exists already. */
export function isThere(error: unknown): boolean {
  return error instanceof ClusterRefusal && error.reason === 'AlreadyExists'
}

/** Returns an empty list if Podium may not read it, so that other state of the cluster must suffice. */
export function noneWithoutRight(error: unknown): { items: never[] } {
  if (error instanceof ClusterRefusal && error.status === 403) return { items: [] }
  throw error
}

/** The API does not answer or is too busy: try again later. */
export class ClusterUnavailable extends Error {}

/** The calls of the cluster's API that Podium needs. Every call but `watch` is retried if that may help. */
export interface ClusterClient {
  /** Returns null if there is no such object. */
  get<T>(path: string): Promise<T | null>
  /** Lists all pages. */
  list<T>(path: string, query?: Query): Promise<ResourceList<T>>
  /** @throws ClusterRefusal with reason AlreadyExists, also if the answer to the first of two tries was lost */
  create<T>(path: string, body: Resource | object): Promise<T>
  /** Merges the fields into the object. Returns null if there is none. */
  merge<T>(path: string, body: object): Promise<T | null>
  /** Removes the object and its dependents in the background. Does nothing if there is none. */
  remove(path: string): Promise<void>
  /** Returns null if there is none (yet). */
  log(path: string, query: Query): Promise<Readable | null>
  /**
   * Yields changes until the server ends the watch. Each event was received whole.
   * @param onBytes called for all data, so that the caller can tell a quiet connection from a dead one
   */
  watch<T>(
    path: string,
    query: Query,
    signal: AbortSignal,
    onBytes: () => void,
  ): AsyncGenerator<WatchEvent<T>>
  /** Returns the account of the credentials, if known: `system:serviceaccount:NAMESPACE:NAME`, or a user. */
  account(): Promise<string | null>
  close(): void
}

export interface ClientOptions {
  access: ClusterAccess
  /** limit for an answer */
  patience_ms?: number
  /** tries of one call */
  tries?: number
  /** milliseconds before the n-th retry, from 1 */
  backOff?: (tried: number) => number
}

const PAGE = 500
const CONNECTIONS = 64
const MAX_WAITING_MS = 10_000
const MERGE = 'application/merge-patch+json'

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Query
  body?: object
  signal?: AbortSignal
}

export function createClient(options: ClientOptions): ClusterClient {
  const { access, patience_ms = 10_000, tries = 5, backOff = withJitter } = options
  const isSecure = access.server.protocol === 'https:'
  const pool = { keepAlive: true, maxSockets: CONNECTIONS }
  const agent = isSecure ? new HttpsAgent(pool) : new HttpAgent(pool)

  /** Makes one try, up to the headers of a good answer. */
  async function send(call: Call, refresh: boolean): Promise<IncomingMessage> {
    const { authorization, cert, key } = await access.credentials(refresh)
    const text = call.body && JSON.stringify(call.body)
    const headers = {
      accept: 'application/json',
      ...(authorization && { authorization }),
      ...(text && {
        'content-type': call.method === 'PATCH' ? MERGE : 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    }
    const url = new URL(access.server.href.replace(/\/$/, '') + call.path)
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const signal = call.signal && { signal: call.signal }
      const options = { method: call.method, headers, agent, timeout: patience_ms, ...signal }
      const request = isSecure
        ? httpsRequest(url, { ...options, ...access.tls, ...(cert && { cert, key }) })
        : httpRequest(url, options)
      request.on('response', resolve).on('error', reject)
      request.on('timeout', () => request.destroy(new Error(SILENT)))
      request.end(text)
    }).catch((error: NodeJS.ErrnoException) => {
      throw new ClusterUnavailable(`The cluster does not answer (${error.code ?? error.message}).`)
    })
    if ((answer.statusCode ?? 500) < 300) return answer
    throw await refusalOf(answer)
  }

  async function ask<T>(call: Call, read: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    let refresh = false
    for (let tried = 1; ; tried++) {
      try {
        return await read(await send(call, refresh))
      } catch (error) {
        const pause = tried < tries ? pauseAfter(error, call, { tried, backOff }) : null
        if (pause === null) throw error instanceof Temporary ? new ClusterUnavailable(error.message) : error
        refresh = error instanceof ClusterRefusal && error.status === 401
        await wait(pause)
      }
    }
  }

  const json = <T>(answer: IncomingMessage) => textOf(answer).then((text) => JSON.parse(text) as T)

  return {
    get: <T>(path: string) => orNull(ask({ method: 'GET', path }, json<T>)),
    async list<T>(path: string, query: Query = {}) {
      const readPage = (next: string | undefined) =>
        ask({ method: 'GET', path, query: { ...query, limit: PAGE, continue: next } }, json<ResourceList<T>>)
      let page = await readPage(undefined)
      const items = page.items
      while (page.metadata.continue) {
        page = await readPage(page.metadata.continue)
        items.push(...page.items)
      }
      return { metadata: page.metadata, items }
    },
    create: <T>(path: string, body: object) => ask({ method: 'POST', path, body }, json<T>),
    merge: <T>(path: string, body: object) => orNull(ask({ method: 'PATCH', path, body }, json<T>)),
    async remove(path) {
      const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' }
      await orNull(ask({ method: 'DELETE', path, body }, textOf))
    },
    log: (path, query) => orNull(ask({ method: 'GET', path, query }, async (answer) => answer)),
    async *watch<T>(path: string, query: Query, signal: AbortSignal, onBytes: () => void) {
      const answer = await send({ method: 'GET', path, query: { ...query, watch: true }, signal }, false)
      answer.socket.setTimeout(0)
      onBytes()
      let rest = ''
      answer.setEncoding('utf8')
      for await (const text of answer) {
        onBytes()
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (line !== '') yield JSON.parse(line) as WatchEvent<T>
      }
    },
    account: async () => accountIn(await access.credentials(false)),
    close: () => agent.destroy(),
  }
}

const SILENT = 'no answer in time'

/** An error that a retry may fix. */
class Temporary extends Error {
  readonly after_ms: number | null

  constructor(message: string, after_ms: number | null) {
    super(message)
    this.after_ms = after_ms
  }
}

/** Returns how long to wait before the next try, or null if none would help. */
function pauseAfter(
  error: unknown,
  { method }: Call,
  { tried, backOff }: { tried: number; backOff: (tried: number) => number },
): number | null {
  if (error instanceof Temporary) return Math.min(MAX_WAITING_MS, error.after_ms ?? backOff(tried))
  if (error instanceof ClusterUnavailable) return backOff(tried)
  if (!(error instanceof ClusterRefusal)) return null
  if (error.status === 401) return tried === 1 ? 0 : null
  // Two creations at once that count against the same quota conflict, and one of them must be retried.
  return method === 'POST' && error.reason === 'Conflict' ? backOff(tried) : null
}

async function refusalOf(answer: IncomingMessage): Promise<Error> {
  const status = answer.statusCode ?? 500
  const body = statusIn(await textOf(answer).catch(() => ''))
  const reason = body?.reason ?? ''
  const seconds = Number(answer.headers['retry-after'] ?? body?.details?.retryAfterSeconds ?? Number.NaN)
  if (status === 429 || status >= 500)
    return new Temporary(
      `The cluster answered ${status} ${reason}`.trim(),
      Number.isNaN(seconds) ? null : seconds * 1000,
    )
  return new ClusterRefusal(status, reason, body?.message ?? '')
}

function statusIn(text: string): Status | null {
  try {
    return JSON.parse(text) as Status
  } catch {
    return null
  }
}

/** @throws ClusterUnavailable if the answer breaks off */
async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) chunks.push(chunk)
  } catch {
    throw new ClusterUnavailable('The cluster broke off its answer.')
  }
  return Buffer.concat(chunks).toString()
}

async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error) => {
    if (error instanceof ClusterRefusal && error.status === 404) return null
    throw error
  })
}

function withJitter(tried: number): number {
  return 200 * 2 ** (tried - 1) * (0.5 + Math.random())
}
