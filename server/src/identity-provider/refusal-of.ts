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

/** What the library says only in words, of the errors it names OAUTH_INVALID_RESPONSE. */
const WORDS: [RegExp, ArrivalRefusal][] = [
  [/JWE decryption is not configured/, 'encrypted'],
  [/signature verification failed/, 'signature'],
  [/"state" response parameter/, 'begun'],
  [/"iss" \(issuer\)/, 'issuer'],
  [/fetch failed/, 'away'],
]

/** Providers that take a sign-in only if the server itself began it say so in these words. */
const PUSHED = /\bpushed\b|request_uri/i

/** Which refusal an error of the library is: what lies deepest in it says the most. */
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

/** A token that is signed by a method which is not accepted; one without a signature is no token of a provider. */
function methodRefusal(error: object): ArrivalRefusal | null {
  const { message, cause } = error as {
    message?: unknown
    cause?: { alg?: unknown; header?: { alg?: unknown } }
  }
  if (!/"alg" header|unsupported JWS algorithm/.test(String(message ?? ''))) return null
  const method = cause?.alg ?? cause?.header?.alg
  return method === 'none' ? 'signature' : 'algorithm'
}
