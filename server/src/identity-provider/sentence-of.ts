import * as oidc from 'openid-client'

const LONGEST = 500
/** Codes of network and TLS errors in Node. */
const NODE_CODE = /^(E[A-Z]|UND_ERR|CERT_|ERR_TLS|.*(SELF_SIGNED|VERIFY|ISSUER))/
/** Parts of texts that may be tokens: signed ones, and anything as long as one. */
const TOKENS = /eyJ[\w-]*(\.[\w-]*)*|[\w-]{40,}/g

/**
 * The cause of a failure for the log and the audit log: the provider's answer, the network error, or the expected and
 * the actual value.
 * @param secrets texts to remove, in addition to anything that looks like a token
 */
export function sentenceOf(error: unknown, secrets: readonly string[] = []): string {
  const parts = [...new Set(linksOf(error).flatMap(partOf))]
  const said = parts.join(': ') || 'unknown'
  const redacted = secrets
    .filter(Boolean)
    .reduce((text, secret) => text.replaceAll(secret, '***'), said)
    .replace(TOKENS, '***')
  return redacted
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
}

type Link = Record<string, unknown>

/** The error and its causes, down to the provider's own answer. */
function linksOf(error: unknown, depth = 0): Link[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const link = error as Link
  return isSaidByProvider(error) ? [link] : [link, ...linksOf(link.cause, depth + 1)]
}

function isSaidByProvider(error: object): boolean {
  return [oidc.ResponseBodyError, oidc.AuthorizationResponseError].some((kind) => error instanceof kind)
}

function partOf(link: Link): string[] {
  if (isSaidByProvider(link)) return [saidByProvider(link)]
  if (link instanceof Response) return [answerOf(link)]
  if (link instanceof oidc.WWWAuthenticateChallengeError) return [answerOf(link.response)]
  if (!(link instanceof Error)) return comparisonOf(link)
  // an error of parsing quotes the text, which may be a token
  if (link instanceof SyntaxError) return []
  const code = String(link.code ?? '')
  return [NODE_CODE.test(code) && !link.message.includes(code) ? `${link.message} ${code}` : link.message]
}

function saidByProvider({ error, error_description, status }: Link): string {
  const description = typeof error_description === 'string' ? `: ${error_description}` : ''
  return `The provider answers ${String(error)}${description}${status === undefined ? '' : ` (HTTP ${status})`}`
}

function answerOf({ url, status, headers }: Response): string {
  const type = headers.get('content-type') ?? 'no content type'
  return `HTTP ${status} with ${type} from ${url.split('?')[0]}`
}

const timeOf = (seconds: unknown) => new Date(Number(seconds) * 1000).toISOString()

/** The expected and the actual value, which the library leaves out of its messages. */
function comparisonOf({ claim, claims, expected, parameters, header, alg, now, jwks_uri }: Link): string[] {
  const found = claims as Link | undefined
  if (claim === 'iss' || claim === 'aud') return [`expected ${expected}, received ${found?.[claim]}`]
  if (claim === 'exp' || claim === 'nbf')
    return [`it says ${timeOf(found?.[claim])}, and here it is ${timeOf(now)}`]
  if (parameters instanceof URLSearchParams)
    return [`expected ${expected}, received ${parameters.get('iss') ?? 'none'}`]
  const key = header as { alg?: unknown; kid?: unknown } | undefined
  if (jwks_uri !== undefined)
    return [`${jwks_uri} has no key ${key?.kid ?? 'without a name'} for ${key?.alg}`]
  const method = alg ?? key?.alg
  return method === undefined
    ? []
    : [`it is signed with ${method}, expected ${expected ?? 'RS256 or the like'}`]
}
