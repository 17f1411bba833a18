import type { ArrivalRefusal } from '@podium/contract/arrival.ts'

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
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_UNSUPPORTED_OPERATION: 'signature',
  OAUTH_TIMEOUT: 'away',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'away',
}

/** What the library says only in words, of the errors it names OAUTH_INVALID_RESPONSE. */
const WORDS: [RegExp, ArrivalRefusal][] = [
  [/signature verification failed|"alg" header/, 'signature'],
  [/"state" response parameter/, 'begun'],
  [/"iss" \(issuer\)/, 'issuer'],
  [/fetch failed/, 'away'],
]

/** Which refusal an error of the library is: what lies deepest in it says the most. */
export function refusalOf(error: unknown): ArrivalRefusal {
  if (typeof error !== 'object' || error === null) return 'answer'
  const { code, claim, message, error: told, cause } = error as Record<string, unknown>
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return told === 'invalid_grant' ? 'code' : 'provider'
  const deeper = refusalOf(cause)
  if (deeper !== 'answer') return deeper
  const [, said] = WORDS.find(([words]) => words.test(String(message ?? ''))) ?? []
  return CLAIMS[String(claim ?? '')] ?? said ?? CODES[String(code ?? '')] ?? 'answer'
}
