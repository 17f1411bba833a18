import { Failure, FieldProblems } from '@podium/contract/rules/errors.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { ObjectUnreadable, StoreAway, StoreRefuses } from '@podium/storage/object-store.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isParentGone } from './database-errors.ts'
import { databaseTrouble } from './database-trouble.ts'
import { STORE_AWAY } from './store-trouble.ts'
import { problemsOf } from './validation-problems.ts'

const WARN_INTERVAL_MS = 60_000

interface Refusal {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

/** Answers an error as `{detail}`. An unexpected one is logged, and the answer shows nothing of it. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = refusalOf(error)
  if (error instanceof Failure) warnOfRush(error, request)
  else if (status >= 500) request.log.error({ err: error }, 'a call failed')
  if (headers) reply.headers(headers)
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

const warned = new WeakMap<FastifyInstance, number>()

/** Expected refusals of this kind arrive by the thousand, so one line a minute reports them. */
function warnOfRush({ status, message }: Failure, { log, server }: FastifyRequest): void {
  const now = performance.now()
  if (status < 500 || now - (warned.get(server) ?? Number.NEGATIVE_INFINITY) < WARN_INTERVAL_MS) return
  warned.set(server, now)
  log.warn({ status }, message)
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Failure)
    return {
      status: error.status,
      body: { detail: error.detail, ...error.fields },
      headers: headersOf(error),
    }
  if (error instanceof FieldProblems) return { status: 422, body: { detail: error.problems } }
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError>
  if (validation) return { status: 422, body: { detail: problemsOf(validation, partOf(validationContext)) } }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { status: 413, body: { detail: new Failure('GATE.LARGE').detail } }
  // a path with undecodable parts names nothing
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return refusalOf(new Failure('NOT.FOUND'))
  if (isParentGone(error)) return refusalOf(new Failure('NOT.FOUND'))
  const trouble = databaseTrouble(error)
  if (trouble !== null) return unavailable(trouble)
  if (error instanceof StoreAway) return unavailable(STORE_AWAY)
  if (error instanceof StoreRefuses) return { status: 503, body: { detail: error.message } }
  if (error instanceof ObjectUnreadable) return { status: 409, body: { detail: error.message } }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, body: { detail: (error as Error).message } }
  return { status: 500, body: { detail: messages.server_error } }
}

function unavailable(trouble: string): Refusal {
  return {
    status: 503,
    body: { detail: `${trouble} Please try again in a few seconds.` },
    headers: { 'retry-after': '3' },
  }
}

function headersOf(failure: Failure): Record<string, string> | undefined {
  if (failure.code === 'USER.LOGIN.004') return { 'retry-after': '1' }
  if (failure.status === 429) return { 'retry-after': '60' }
  return failure.status === 503 || failure.status === 507 ? { 'retry-after': '3' } : undefined
}

function partOf(context: string | undefined): string {
  return context === 'querystring' ? 'query' : (context ?? 'body')
}
