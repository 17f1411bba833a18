import type { FieldProblem } from '@podium/contract/rules/errors.ts'
import { type Fault, isPassing, NO_ANSWER } from '@podium/contract/wire/answer.ts'
import { sentenceOfFault } from '@podium/contract/wire/sentences.ts'

interface Failed {
  /** 0 if no response of Podium arrived */
  status: number
  body: unknown
  requestId?: string | null
  /** true if a change got no response, so it may or may not have been made */
  outcomeUnknown?: boolean
  fault?: Fault
}

/** A failed call. Its message is a sentence for the person. */
export class ApiError extends Error {
  readonly status: number
  /** the server's `detail`: a sentence, a list of field problems, or an object with `error_code` */
  readonly detail: unknown
  /** the whole body, for values beside `detail` such as `current` of a stale edit */
  readonly body: Record<string, unknown>
  readonly requestId: string | undefined
  readonly outcomeUnknown: boolean
  /** why the response is not Podium's; undefined if it is */
  readonly fault: Fault | undefined
  /** the key of the call: repeating the call with it does nothing twice */
  idempotencyKey: string | undefined
  /** true if an alert has told the person */
  isReported = false

  constructor({ status, body, requestId, outcomeUnknown = false, fault }: Failed) {
    const members = isMembers(body) ? body : {}
    super(sentenceOf(status, members.detail))
    this.name = 'ApiError'
    this.status = status
    this.detail = members.detail
    this.body = members
    this.requestId = requestId ?? undefined
    this.outcomeUnknown = outcomeUnknown
    this.fault = fault
  }
}

/** The error for a call without a response, because of the network or the time limit. `cause` is a sentence. */
export function unanswered(cause: string, outcomeUnknown: boolean): ApiError {
  return new ApiError({ status: 0, body: { detail: cause }, outcomeUnknown, fault: NO_ANSWER })
}

/** The error for a response that is not Podium's. */
export function notPodiums(
  fault: Fault,
  { isChange = false, bytes }: { isChange?: boolean; bytes?: number } = {},
): ApiError {
  const detail = sentenceOfFault(fault, { to: 'page', bytes })
  return new ApiError({
    status: 0,
    body: { detail },
    outcomeUnknown: isChange && isPassing(fault),
    fault,
  })
}

/** True if repeating the call may succeed in a moment, without any action. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && error.fault !== undefined && isPassing(error.fault)
}

/** True if the call may succeed once the server, its database or the gateway's sign-in is back. */
export function mayRecover(error: unknown): boolean {
  return (
    mayPass(error) || (error instanceof ApiError && (error.status === 503 || error.fault?.kind === 'sign-in'))
  )
}

/** Refusals that are reported for every call: a lost session, a missing right, an unknown method. */
const HANDLED_ELSEWHERE = new Set([401, 403, 405])

/** True if the person has been told, so that the caller stays silent. */
export function wasReported(error: unknown): boolean {
  return error instanceof ApiError && (error.isReported || HANDLED_ELSEWHERE.has(error.status))
}

/** Returns the messages of a 422 by field name (`name`, `execution_specs.0.instance`); empty if there are none. */
export function fieldMessages(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !isProblems(error.detail)) return {}
  return Object.fromEntries(error.detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
}

export function sentenceFor(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function sentenceOf(status: number, detail: unknown): string {
  if (typeof detail === 'string' && detail !== '') return detail
  if (isProblems(detail)) return detail.map(({ msg }) => msg).join(' ')
  return `The server answered with status ${status}.`
}

function isMembers(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

function isProblems(detail: unknown): detail is FieldProblem[] {
  return (
    Array.isArray(detail) &&
    detail.length > 0 &&
    detail.every((problem) => isMembers(problem) && Array.isArray(problem.loc))
  )
}

/** Returns the record as another person saved it, if that is why an edit was refused, in the shape of the reply. */
export function recordNow<T>(error: unknown): T | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { current } = error.body
  return typeof current === 'object' && current !== null ? (current as T) : undefined
}
