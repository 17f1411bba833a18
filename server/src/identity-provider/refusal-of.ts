import type { ArrivalRefusal } from '@podium/contract/rules/arrival.ts'

const CLAIMS: Record<string, ArrivalRefusal> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  exp: 'expired',
  nbf: 'expired',
}

const CODES: Record<string, ArrivalRefusal> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'provider',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'provider',
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_UNSUPPORTED_OPERATION: 'signature',
  OAUTH_TIMEOUT: 'away',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'away',
}

/** Errors that the library calls OAUTH_INVALID_RESPONSE and distinguishes only by their words. */
const WORDS: [RegExp, ArrivalRefusal][] = [
  [/JWE decryption is not configured/, 'encrypted'],
  [/signature verification failed/, 'signature'],
  [/"state" response parameter/, 'begun'],
  [/"iss" \(issuer\)/, 'issuer'],
  [/fetch failed/, 'away'],
]

/** The words of providers that accept only sign-ins begun by the server itself. */
const PUSHED = /\bpushed\b|request_uri/i

/** The refusal for an error of the library. The innermost cause says the most. */
export function refusalOf(error: unknown): ArrivalRefusal {
  if (typeof error !== 'object' || error === null) return 'answer'
  const { code, claim, message, error: told, error_description, cause } = error as Record<string, unknown>
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return told === 'invalid_grant' ? 'code' : 'provider'
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && PUSHED.test(String(error_description))) return 'pushed'
  const deeper = methodRefusal(error) ?? refusalOf(cause)
  if (deeper !== 'answer') return deeper
  const [, said] = WORDS.find(([words]) => words.test(String(message ?? ''))) ?? []
  return CLAIMS[String(claim ?? '')] ?? said ?? CODES[String(code ?? '')] ?? 'answer'
}

/** The refusal of a token whose signature method is not accepted. An unsigned token is not from a provider at all. */
function methodRefusal(error: object): ArrivalRefusal | null {
  const { message, cause } = error as {
    message?: unknown
    cause?: { alg?: unknown; header?: { alg?: unknown } }
  }
  if (!/"alg" header|unsupported JWS algorithm/.test(String(message ?? ''))) return null
  const method = cause?.alg ?? cause?.header?.alg
  return method === 'none' ? 'signature' : 'algorithm'
}
