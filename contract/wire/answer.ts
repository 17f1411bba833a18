/** The parts of an answer that tell who gave it. */
export interface Reply {
  status: number
  /** of the headers, only some are looked at */
  headers: { get(name: string): string | null }
  /** as text */
  body: string
}

/**
 * Why a call has no answer of Podium's.
 * - `none`: no answer at all, as the network or a time limit ended the call
 * - `away`: a gateway says that nothing answers behind it, as while Podium starts again
 * - `sign-in`: a gateway answered with a page of its own, most often that of its login
 * - `elsewhere`: a redirect, which Podium sends for no call of this kind
 * - `proxy-sign-in`: a proxy between the client and the gateway wants a sign-in
 * - `too-large`: a gateway takes no body of this size
 * - `refused`: any other refusal that is not Podium's
 */
export interface Fault {
  kind: 'none' | 'away' | 'sign-in' | 'elsewhere' | 'proxy-sign-in' | 'too-large' | 'refused'
  /** 0 without an answer */
  status: number
  /** the address that a redirect leads to, if it is known */
  location?: string
}

export type Answer = { isPodiums: true; body: unknown } | { isPodiums: false; fault: Fault }

/** Decides who gave the answer to a JSON call: Podium answers an object, and a `detail` in each refusal. */
export function answerOf(reply: Reply): Answer {
  const { status } = reply
  if (isRedirect(status)) return { isPodiums: false, fault: faultOf(reply) }
  if (status === 204) return { isPodiums: true, body: null }
  const body = parsed(reply.body)
  const isPodiums = isSuccess(status) ? isObject(body) : hasDetail(body)
  return isPodiums ? { isPodiums, body } : { isPodiums: false, fault: faultOf(reply) }
}

/**
 * The fault of a successful answer that streams, null if it is Podium's. Its events have their own type. Bytes may be of
 * any type: a page without the request id that Podium gives to each answer is not Podium's.
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

/** True if the same call may be answered in a moment by itself. It may have been made although its answer did not come. */
export function isPassing({ kind }: Fault): boolean {
  return kind === 'none' || kind === 'away'
}

function faultOf({ status, headers }: Omit<Reply, 'body'>): Fault {
  const location = headers.get('location')
  if (isRedirect(status) && location !== null) return { kind: 'elsewhere', status, location }
  return { kind: kindOf(status), status }
}

/** 520 to 527 are Cloudflare's for a server that does not answer, 511 is that of networks that want a sign-in. */
function kindOf(status: number): Fault['kind'] {
  if (status === 407) return 'proxy-sign-in'
  if (status === 413) return 'too-large'
  if ((status >= 502 && status <= 504) || (status >= 520 && status <= 527)) return 'away'
  return isSuccess(status) || isRedirect(status) || status === 401 || status === 511 ? 'sign-in' : 'refused'
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** A browser hides the status of a redirect that it does not follow, and says 0. */
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
