import type { FieldProblem } from '@podium/contract/rules/errors.ts'
import { type Fault, isPassing, NO_ANSWER } from '@podium/contract/wire/answer.ts'
import { sentenceOfFault } from '@podium/contract/wire/sentences.ts'

interface Failed {
  /** 0 when no answer of Podium's came */
  status: number
  body: unknown
  requestId?: string | null
  /** the answer to a change never came, so it may have been made or not */
  outcomeUnknown?: boolean
  fault?: Fault
}

/** A call that failed. Its message is the sentence to show. */
export class ApiError extends Error {
  readonly status: number
  /** what the server said: a sentence, a list of field problems, or an object with `error_code` */
  readonly detail: unknown
  /** the whole body, for what stands beside `detail` (such as `current` of a stale edit) */
  readonly body: Record<string, unknown>
  readonly requestId: string | undefined
  readonly outcomeUnknown: boolean
  /** why the answer is not Podium's; undefined where it is */
  readonly fault: Fault | undefined
  /** the key that the call was made with: made again with it, the server does nothing twice */
  idempotencyKey: string | undefined
  /** an alert tells the person already */
  isTold = false

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

/** No answer came: the network or the time limit. `cause` says which, in a sentence. */
export function unanswered(cause: string, outcomeUnknown: boolean): ApiError {
  return new ApiError({ status: 0, body: { detail: cause }, outcomeUnknown, fault: NO_ANSWER })
}

/** Something else answered in Podium's place. */
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

/** True if the same call may succeed in a moment, without anybody doing anything. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && error.fault !== undefined && isPassing(error.fault)
}

/** True if what failed is worth another try once the server answers: it, its database or a sign-in at a gateway was away. */
export function mayRecover(error: unknown): boolean {
  return (
    mayPass(error) || (error instanceof ApiError && (error.status === 503 || error.fault?.kind === 'sign-in'))
  )
}

/** Refusals that are said wherever the call was made: a lost session, a missing right, a method that is none. */
const TOLD_ELSEWHERE = new Set([401, 403, 405])

/** Whether the person has been told already, so that a caller keeps quiet. */
export function wasTold(error: unknown): boolean {
  return error instanceof ApiError && (error.isTold || TOLD_ELSEWHERE.has(error.status))
}

/** The messages of a 422 by field name (`name`, `execution_specs.0.instance`); empty where there are none. */
export function fieldMessages(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !isProblems(error.detail)) return {}
  return Object.fromEntries(error.detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
}

/** The sentence to show for whatever was thrown. */
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

/**
 * The record as another person left it, where that is why an edit was refused; it has the shape that the call answers.
 */
export function recordNow<T>(error: unknown): T | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { current } = error.body
  return typeof current === 'object' && current !== null ? (current as T) : undefined
}
