import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClusterAccess } from '../access.ts'
import { ClusterObjects, isSelected, type Selection, type Stored } from './cluster-objects.ts'
import { KINDS, type Kind } from './kinds.ts'

/** A fault that happens once. */
export type Fault =
  /** refuses the call before anything is done */
  | { status: number; reason: string; message?: string; retryAfter?: number }
  /** executes the call and loses the answer */
  | 'lost answer'
  /** ends the connection before anything is done */
  | 'reset'
  /** never answers */
  | 'silence'

export interface FakeCluster {
  access: ClusterAccess
  objects: ClusterObjects
  /** every call that arrived: `POST /api/v1/namespaces` */
  calls: string[]
  /** actions that the caller may not do: `create secrets` */
  forbidden: Set<string>
  /** Makes the next matching calls fail with these faults, one after the other. */
  fail(call: RegExp, ...faults: Fault[]): void
  /** Ends each watch without a message. */
  dropWatches(): void
  /** Keeps the connections of all watches open but sends nothing more. */
  freezeWatches(): void
  /** Sends each watch a bookmark. */
  bookmark(): void
  watching(): number
  /** a container's log, by the call that reads it */
  logs: Map<string, string>
  /** decides about new objects: a sentence refuses one with 403 */
  admission: ((kind: Kind, object: Stored) => string | null)[]
  /** effect of deleting, by kind; without an entry the object is gone at once */
  removal: Map<string, (object: Stored, graceSeconds: number | null) => void>
  close(): Promise<void>
}

interface Watch {
  response: ServerResponse
  isFrozen: boolean
}

const PATH =
  /^(?:\/api\/v1|\/apis\/(?:batch|networking\.k8s\.io)\/v1|\/apis\/kueue\.x-k8s\.io\/v1beta1)(?:\/namespaces\/([^/]+)(?=\/[a-z]))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/

class Refused extends Error {
  readonly status: number
  readonly reason: string
  readonly retryAfter: number | undefined

  constructor(status: number, reason: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** A stand-in for the API of a cluster that validates input as strictly as the real one, and fails on demand. */
export async function openFakeCluster(version = { major: '1', minor: '20' }): Promise<FakeCluster> {
  const objects = new ClusterObjects()
  const calls: string[] = []
  const forbidden = new Set<string>()
  const faults: { call: RegExp; fault: Fault }[] = []
  const watches = new Set<Watch>()
  const logs = new Map<string, string>()
  const admission: FakeCluster['admission'] = []
  const removal: FakeCluster['removal'] = new Map()

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      const refused = error instanceof Refused ? error : new Refused(500, 'InternalError', String(error))
      send(response, refused.status, statusOf(refused), refused.retryAfter)
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://cluster')
    const call = `${request.method} ${url.pathname}${url.search}`
    calls.push(call)
    const body = await bodyOf(request)
    const index = faults.findIndex((each) => each.call.test(call))
    const fault = index < 0 ? null : (faults.splice(index, 1)[0]?.fault ?? null)
    if (fault === 'silence') return
    if (fault === 'reset') return void request.socket.destroy()
    if (typeof fault === 'object' && fault !== null)
      throw new Refused(fault.status, fault.reason, fault.message ?? fault.reason, fault.retryAfter)
    if (request.headers.authorization !== (await access.credentials(false)).authorization)
      throw new Refused(401, 'Unauthorized', 'Unauthorized')
    if (url.pathname === '/version') return send(response, 200, version)
    if (url.pathname === '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews')
      return send(response, 201, review(body))
    const [, namespace = null, plural = '', name, part] = PATH.exec(url.pathname) ?? []
    const kind = KINDS.find((each) => each.plural === plural)
    if (!kind || !url.pathname.startsWith(kind.apiVersion === 'v1' ? '/api/v1' : `/apis/${kind.apiVersion}`))
      throw new Refused(404, 'NotFound', 'the server could not find the requested resource')
    if (url.searchParams.has('watch')) return watch(kind, namespace, url, response)
    const done = act(request, { kind, namespace, name, part, url, body })
    if (fault === 'lost answer') return void request.socket.destroy()
    if (typeof done.reply === 'string') response.end(done.reply)
    else send(response, done.status, done.reply)
  }

  interface Call {
    kind: Kind
    namespace: string | null
    name: string | undefined
    part: string | undefined
    url: URL
    body: unknown
  }

  function act(request: IncomingMessage, call: Call): { status: number; reply: unknown } {
    const { kind, namespace, name, part, url, body } = call
    const verb = verbOf(request.method, name)
    const place = namespace === null ? '' : ` in the namespace "${namespace}"`
    if (forbidden.has(`${verb} ${kind.plural}`))
      throw new Refused(403, 'Forbidden', `${kind.plural} is forbidden: cannot ${verb} resource${place}`)
    if (verb === 'create') return { status: 201, reply: create(call, body) }
    if (name === undefined) {
      const [limit, from] = [url.searchParams.get('limit'), url.searchParams.get('continue')]
      const list = objects.list(
        kind.plural,
        selectionOf(url, namespace),
        Number(limit ?? 1e9),
        Number(from ?? 0),
      )
      return { status: 200, reply: { kind: `${kind.kind}List`, apiVersion: kind.apiVersion, ...list } }
    }
    const found = objects.find(kind.plural, namespace, name)
    if (!found) throw new Refused(404, 'NotFound', `${kind.plural} "${name}" not found`)
    if (part === 'log') return { status: 200, reply: logOf(found) }
    if (verb === 'delete') remove(kind, found, body)
    if (verb === 'patch')
      objects.change(kind.plural, found, (copy) => Object.assign(copy, merged(copy, body)))
    return { status: 200, reply: objects.find(kind.plural, namespace, name) ?? found }
  }

  function create({ kind, namespace }: Call, body: unknown): Stored {
    const problems = kind.shape?.(body, kind.kind) ?? [`${kind.plural} cannot be created here`]
    const unknown = problems.find((problem) => problem.includes('unknown field'))
    if (unknown) throw new Refused(400, 'BadRequest', unknown)
    const object = body as Stored
    const name = object.metadata?.name
    if (problems.length > 0)
      throw new Refused(422, 'Invalid', `${kind.kind} "${name}" is invalid: ${problems.join(', ')}`)
    if (kind.isNamespaced && namespace === null)
      throw new Refused(405, 'MethodNotAllowed', 'the server does not allow this method')
    if (object.metadata.namespace !== undefined && object.metadata.namespace !== namespace)
      throw new Refused(
        400,
        'BadRequest',
        'the namespace of the object does not match the namespace of the request',
      )
    if (namespace !== null && !objects.find('namespaces', null, namespace))
      throw new Refused(404, 'NotFound', `namespaces "${namespace}" not found`)
    if (objects.find(kind.plural, namespace, name))
      throw new Refused(409, 'AlreadyExists', `${kind.plural} "${name}" already exists`)
    if (namespace !== null) object.metadata.namespace = namespace
    for (const decide of admission) {
      const refusal = decide(kind, object)
      if (refusal) throw new Refused(403, 'Forbidden', `${kind.plural} "${name}" is forbidden: ${refusal}`)
    }
    return objects.create(kind, object)
  }

  function remove(kind: Kind, found: Stored, body: unknown): void {
    const { gracePeriodSeconds = null } = Object(body) as { gracePeriodSeconds?: number | null }
    const removing = removal.get(kind.plural)
    if (removing) removing(found, gracePeriodSeconds)
    else objects.remove(kind.plural, found)
  }

  function watch(kind: Kind, namespace: string | null, url: URL, response: ServerResponse): void {
    if (forbidden.has(`watch ${kind.plural}`))
      throw new Refused(403, 'Forbidden', `${kind.plural} is forbidden: cannot watch resource`)
    const version = Number(url.searchParams.get('resourceVersion') ?? objects.version)
    const selection = selectionOf(url, namespace)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.flushHeaders()
    if (objects.isCompacted(version)) {
      const gone = statusOf(new Refused(410, 'Expired', 'too old resource version'))
      return void response.end(`${JSON.stringify({ type: 'ERROR', object: gone })}\n`)
    }
    const self: Watch = { response, isFrozen: false }
    const tell = (change: { type: string; of: Kind; object: Stored }) => {
      if (self.isFrozen || change.of !== kind || !isSelected(change.object, selection)) return
      response.write(`${JSON.stringify({ type: change.type, object: change.object })}\n`)
    }
    for (const change of objects.since(version)) tell(change)
    const end = objects.onChange(tell)
    watches.add(self)
    response.on('close', () => {
      end()
      watches.delete(self)
    })
  }

  function review(body: unknown): object {
    const { resourceAttributes: asked } = (body as { spec: { resourceAttributes: Record<string, string> } })
      .spec
    const of = asked.subresource === undefined ? asked.resource : `${asked.resource}/${asked.subresource}`
    return { ...(body as object), status: { allowed: !forbidden.has(`${asked.verb} ${of}`) } }
  }

  function logOf({ metadata }: Stored): string {
    const log = logs.get(metadata.name)
    if (log === undefined) throw new Refused(400, 'BadRequest', 'container "main" is waiting to start')
    return log
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const access: ClusterAccess = {
    server: new URL(`http://127.0.0.1:${port}`),
    tls: {},
    credentials: async () => ({ authorization: 'Bearer token' }),
  }
  return {
    access,
    objects,
    calls,
    forbidden,
    logs,
    admission,
    removal,
    fail: (call, ...each) => void faults.push(...each.map((fault) => ({ call, fault }))),
    dropWatches() {
      for (const { response } of watches) response.destroy()
    },
    freezeWatches() {
      for (const each of watches) each.isFrozen = true
    },
    bookmark() {
      const object = { metadata: { resourceVersion: String(objects.version) } }
      for (const { response, isFrozen } of watches)
        if (!isFrozen) response.write(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`)
    },
    watching: () => watches.size,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function verbOf(method: string | undefined, name: string | undefined): string {
  if (method === 'GET') return name === undefined ? 'list' : 'get'
  const verb = { POST: 'create', PATCH: 'patch', DELETE: 'delete' }[method ?? '']
  if (verb === undefined) throw new Refused(405, 'MethodNotAllowed', 'not allowed')
  return verb
}

function selectionOf({ searchParams }: URL, namespace: string | null): Selection {
  return { namespace, labels: searchParams.get('labelSelector'), fields: searchParams.get('fieldSelector') }
}

function merged(target: unknown, change: unknown): Record<string, unknown> {
  const result = { ...(Object(target) as Record<string, unknown>) }
  for (const [name, value] of Object.entries(Object(change) as Record<string, unknown>))
    result[name] = typeof value === 'object' && value !== null ? merged(result[name], value) : value
  return result
}

function statusOf({ status: code, reason, message }: Refused): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message }
}

function send(response: ServerResponse, status: number, body: unknown, retryAfter?: number): void {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
  }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}
