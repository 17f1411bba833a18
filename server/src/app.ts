import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { createBackground } from './background.ts'
import { connectedHooks } from './connected-hooks.ts'
import type { Deps, ServingDeps } from './deps.ts'
import { accessRoutes } from './domains/access/routes.ts'
import { accountRoutes } from './domains/accounts/routes.ts'
import { signInRoutes } from './domains/accounts/sign-in/routes.ts'
import { auditRoutes } from './domains/audit/routes.ts'
import { authRoutes } from './domains/auth/routes.ts'
import { singleSignOnRoutes } from './domains/auth/single-sign-on-routes.ts'
import { dataSetRoutes } from './domains/data-sets/routes.ts'
import { directoryRoutes } from './domains/directory/routes.ts'
import { seriesRoutes } from './domains/figures/series-routes.ts'
import { connectHooks } from './domains/hooks.ts'
import { instanceRoutes } from './domains/instances/routes.ts'
import { logRoutes } from './domains/logs/log-routes.ts'
import { modelRoutes } from './domains/models/routes.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { objectRoutes } from './domains/objects/routes.ts'
import { overviewRoutes } from './domains/overview/routes.ts'
import { quotaRoutes } from './domains/quotas/routes.ts'
import { retentionRoutes } from './domains/retention/routes.ts'
import { artifactRoutes } from './domains/run-files/artifact-routes.ts'
import { runnerRoutes } from './domains/run-files/attempts/runner-routes.ts'
import { maskedEngine } from './domains/run-records/masking/masked-engine.ts'
import { createMasks } from './domains/run-records/masking/masks.ts'
import { runRoutes } from './domains/runs/routes.ts'
import { scheduleRoutes } from './domains/schedules/routes.ts'
import { searchRoutes } from './domains/search/routes.ts'
import { solutionRoutes } from './domains/solutions/routes.ts'
import { streamRoutes } from './domains/streams/routes.ts'
import { systemRoutes } from './domains/system/routes.ts'
import { variableRoutes } from './domains/variables/routes.ts'
import { createInstanceTypes } from './domains/workspaces/instance-types.ts'
import { workspaceRoutes } from './domains/workspaces/routes.ts'
import { logCall, pathOf } from './http/access-log.ts'
import { basePath, withoutBase } from './http/address.ts'
import { authorize } from './http/authorize.ts'
import { readBodies } from './http/bodies.ts'
import { compilersWhenNeeded, VALIDATION } from './http/compile-when-needed.ts'
import { leaveRest, limitAnswers, limitBodies } from './http/connections/body-deadline.ts'
import { limitConnections, STRANGER_KEEP_ALIVE_MS } from './http/connections/connections.ts'
import { prepareDraining } from './http/connections/draining.ts'
import { normaliseForwarded } from './http/connections/forwarded.ts'
import { closeUnreadAnswers } from './http/connections/unread-answers.ts'
import { createConsole } from './http/console/console-files.ts'
import { answerError } from './http/errors/errors.ts'
import { explainFullDisk } from './http/errors/full-disk.ts'
import { passGate } from './http/gate.ts'
import { honourIdempotencyKeys } from './http/idempotency.ts'
import { apiHeaders, transportSecurity } from './http/security-headers.ts'
import { readRunToken } from './http/session/run-token.ts'
import { createSessionReader } from './http/session/session.ts'
import { answerUnknown } from './http/unknown-paths.ts'
import { measureCalls } from './metrics/measure-calls.ts'

/** The routes of the server, one entry per domain. */
const DOMAINS: ((app: FastifyInstance, deps: ServingDeps) => void)[] = [
  systemRoutes,
  auditRoutes,
  accountRoutes,
  signInRoutes,
  directoryRoutes,
  workspaceRoutes,
  notificationRoutes,
  authRoutes,
  singleSignOnRoutes,
  objectRoutes,
  solutionRoutes,
  dataSetRoutes,
  variableRoutes,
  instanceRoutes,
  streamRoutes,
  logRoutes,
  seriesRoutes,
  artifactRoutes,
  runnerRoutes,
  quotaRoutes,
  runRoutes,
  modelRoutes,
  retentionRoutes,
  scheduleRoutes,
  accessRoutes,
  overviewRoutes,
  searchRoutes,
]

const HEADERS_DEADLINE_MS = 10_000
/** More than headers can hold: an id that is too long matches nothing and gets the usual 404. */
const LONGEST_PARAM = 64 * 1024

/**
 * Builds the server without opening a port. Requests pass gate, session and rights before their body is read.
 * @param consoleFolder the built console
 */
export async function buildApp(deps: Deps, consoleFolder: string): Promise<FastifyInstance> {
  connectHooks(connectedHooks)
  const base = basePath(deps.config)
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trusted_proxies.length > 0 ? deps.config.trusted_proxies : false,
    rewriteUrl: ({ headers, url = '/' }) => {
      normaliseForwarded(headers)
      return withoutBase(url, base)
    },
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    keepAliveTimeout: STRANGER_KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_DEADLINE_MS,
      connectionsCheckingInterval: 5_000,
      // The gate refuses requests without a host, with the headers that every answer has.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: LONGEST_PARAM },
    schemaController: { compilersFactory: compilersWhenNeeded() },
    ajv: VALIDATION,
    frameworkErrors: (error, request, reply) => {
      harden(request as FastifyRequest, reply)
      leaveRest(request as FastifyRequest, reply)
      answerError(error, request as FastifyRequest, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
  app.decorate('boundRoutes', [])
  app.decorateRequest('caller', null)
  app.decorateRequest('object', null)
  app.decorateRequest('run', null)
  app.decorateRequest('idempotency', null)
  app.setErrorHandler(async (error, request, reply) =>
    answerError(await explainFullDisk(error, deps.engine), request, reply),
  )
  prepareDraining(app)
  app.addHook('onRequest', async (request, reply) => harden(request, reply))
  limitConnections(app)
  if (deps.metrics) measureCalls(app, deps.metrics)
  limitBodies(app)
  limitAnswers(app)
  closeUnreadAnswers(app)
  readBodies(app, deps.config.upload_max)
  admit(app, deps)
  honourIdempotencyKeys(app, deps.database)
  app.addHook('onResponse', async (request, reply) => logCall(request, reply))
  const serveConsole = createConsole(consoleFolder, { base, sendsTo: deps.objects.direct?.origins })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const forConsole = ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|$)/.test(path)
    return forConsole ? serveConsole(request, reply) : answerUnknown(app.boundRoutes, path, reply)
  })
  const background = createBackground(deps.log)
  app.addHook('onClose', () => background.close())
  const engine = maskedEngine(deps.engine, createMasks(deps.database, deps.secrets))
  const instanceType = createInstanceTypes(engine, deps.config.instance_types_file)
  for (const domain of DOMAINS) domain(app, { ...deps, engine, background, instanceType })
  await app.ready()
  return app
}

/** Authenticates and authorises in `onRequest`, so the body of a caller without rights is not read. */
function admit(app: FastifyInstance, { config, database, runner, hostToken }: Deps): void {
  const readSession = createSessionReader(database, config, hostToken)
  app.addHook('onRequest', async (request) => {
    passGate(request, config)
    const route = request.routeOptions.config.podium
    if (!route) return
    request.run = await readRunToken(request, route, runner)
    if (request.run) return
    request.caller = await readSession(request)
    request.object = await authorize(database, route, request, request.caller)
  })
}

function harden(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(apiHeaders)
  reply.header('x-request-id', request.id)
  if (request.protocol === 'https') reply.header('strict-transport-security', transportSecurity)
}

const BROKEN: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

/** A request that is not HTTP never reaches Fastify, so it is answered by hand, with the same headers. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = BROKEN[error.code ?? ''] ?? ['400 Bad Request', 'This is not a valid request.']
  const body = JSON.stringify({ detail })
  const headers = Object.entries({
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n${body}`)
}
