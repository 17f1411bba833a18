/** The parts of an answer that show who sent it. */
export interface Reply {
  status: number
  /** only some headers are read */
  headers: { get(name: string): string | null }
  /** as text */
  body: string
}

/**
 * Why a call has no answer from Podium.
 * - `none`: no answer at all, because the network or a time limit ended the call
 * - `away`: a gateway reports that nothing answers behind it, as while Podium restarts
 * - `sign-in`: a gateway answered with a page of its own, usually its login
 * - `elsewhere`: a redirect, which Podium never sends for such a call
 * - `proxy-sign-in`: a proxy between the client and the gateway requires a sign-in
 * - `too-large`: a gateway rejects a body of this size
 * - `refused`: any other refusal that is not Podium's
 */
export interface Fault {
  kind: 'none' | 'away' | 'sign-in' | 'elsewhere' | 'proxy-sign-in' | 'too-large' | 'refused'
  /** 0 without an answer */
  status: number
  /** the target of a redirect, if known */
  location?: string
}

export type Answer = { isPodiums: true; body: unknown } | { isPodiums: false; fault: Fault }

/** Decides who sent the answer to a JSON call: Podium answers with an object, and a refusal has a `detail`. */
export function answerOf(reply: Reply): Answer {
  const { status } = reply
  if (isRedirect(status)) return { isPodiums: false, fault: faultOf(reply) }
  if (status === 204) return { isPodiums: true, body: null }
  const body = parsed(reply.body)
  const isPodiums = isSuccess(status) ? isObject(body) : hasDetail(body)
  return isPodiums ? { isPodiums, body } : { isPodiums: false, fault: faultOf(reply) }
}

/**
 * The fault of a successful streamed answer, null if it is Podium's. Event streams have their own type. Bytes may have
 * any type, so a page counts as Podium's only with the request id that Podium adds to each answer.
 */
export function faultOfStream(
  { status, headers }: Omit<Reply, 'body'>,
  transport: 'bytes' | 'events',
): Fault | null {
  const type = headers.get('content-type') ?? ''
  const isPodiums =
    transport === 'events'
      ? type.startsWith('text/event-stream')
      : !type.startsWith('text/html') || headers.get('x-request-id') !== null
  return isPodiums ? null : { kind: 'sign-in', status }
}

/** No answer came. */
export const NO_ANSWER: Fault = { kind: 'none', status: 0 }

/** True if repeating the call may soon succeed. It may have taken effect although its answer did not arrive. */
export function isPassing({ kind }: Fault): boolean {
  return kind === 'none' || kind === 'away'
}

function faultOf({ status, headers }: Omit<Reply, 'body'>): Fault {
  const location = headers.get('location')
  if (isRedirect(status) && location !== null) return { kind: 'elsewhere', status, location }
  return { kind: kindOf(status), status }
}

/** Cloudflare uses 520 to 527 for a server that does not answer; networks that require a sign-in use 511. */
function kindOf(status: number): Fault['kind'] {
  if (status === 407) return 'proxy-sign-in'
  if (status === 413) return 'too-large'
  if ((status >= 502 && status <= 504) || (status >= 520 && status <= 527)) return 'away'
  return isSuccess(status) || isRedirect(status) || status === 401 || status === 511 ? 'sign-in' : 'refused'
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** Browsers hide the status of a redirect that they do not follow and report 0. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400)
}

function hasDetail(body: unknown): boolean {
  return isObject(body) && 'detail' in body
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
