import { StoreAway, StoreFails, StoreRefuses } from '../object-store.ts'

/** The kinds of refusals that last until an administrator acts, with the sentence for each. */
const SENTENCES = {
  keys: 'the object store refuses the keys',
  expired: 'the keys for the object store have expired',
  account: 'the account at the object store is blocked',
  full: 'the object store is full',
  quota: 'the quota at the object store is used up',
  buckets: 'the object store makes no more buckets',
  read_only: 'the object store takes no changes',
  kept: 'the object store keeps this file from being changed or removed',
  encryption: 'the object store cannot use its encryption key',
  clock: 'the clock of this server differs from that of the object store',
  region: 'the object store is in another region',
} as const

export type RefusalKind = keyof typeof SENTENCES

/**
 * The codes of Amazon S3, MinIO, Ceph, Swift, SeaweedFS, versitygw, Cloudflare R2, Google Cloud Storage, StorageGRID
 * and Backblaze, as they document them. `busy` is temporary.
 */
const CODES: Record<RefusalKind | 'busy', readonly string[]> = {
  busy: [
    'BackendError',
    'Busy',
    'InternalError',
    'OperationTimedOut',
    'RateLimitExceeded',
    'RequestLimitExceeded',
    'RequestTimeout',
    'ServiceUnavailable',
    'SlowDown',
    'SlowDownRead',
    'SlowDownWrite',
    'Throttling',
    'ThrottlingException',
    'TooManyRequests',
    'UserRateLimitExceeded',
    'XMinioBackendDown',
    'XMinioServerNotInitialized',
  ],
  keys: [
    'AccessDenied',
    'AccessForbidden',
    'AccessKeyDisabled',
    'AllAccessDisabled',
    'AuthenticationRequired',
    'CredentialsProviderError',
    'Forbidden',
    'InvalidAccessKeyId',
    'InvalidClientTokenId',
    'InvalidSecurity',
    'InvalidSignature',
    'MissingAuthenticationToken',
    'MissingSecurityHeader',
    'SignatureDoesNotMatch',
    'Unauthorized',
    'UnauthorizedAccess',
    'XMinioInvalidIAMCredentials',
  ],
  expired: [
    'ExpiredRequest',
    'ExpiredToken',
    'ExpiredTokenException',
    'InvalidToken',
    'RequestExpired',
    'TokenRefreshRequired',
  ],
  account: [
    'AccountDisabled',
    'AccountProblem',
    'BillingDisabled',
    'NotSignedUp',
    'UserProjectAccessDenied',
    'UserProjectAccountProblem',
    'UserProjectMissing',
    'UserSuspended',
  ],
  full: ['InsufficientCapacity', 'InsufficientStorage', 'StorageFull', 'XMinioStorageFull'],
  quota: [
    'BucketQuotaExceeded',
    'CapExceeded',
    'QuotaExceeded',
    'ServiceQuotaExceededException',
    'XMinioAdminBucketQuotaExceeded',
  ],
  buckets: ['TooManyBuckets'],
  read_only: ['MethodNotAllowed', 'ReadOnly'],
  kept: ['ObjectLocked', 'ObjectUnderActiveHold', 'RetentionPolicyNotMet'],
  encryption: [
    'CloudKmsDecryptionKeyNotFound',
    'CloudKmsDisabledKey',
    'CloudKmsEncryptionKeyNotFound',
    'KMS.DisabledException',
    'KMS.KMSInvalidStateException',
    'KMS.NotFoundException',
    'KMSNotConfigured',
  ],
  clock: ['RequestTimeTooSkewed'],
  region: ['AuthorizationHeaderMalformed', 'IllegalLocationConstraintException', 'PermanentRedirect'],
}

const KIND_OF = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) => codes.map((code) => [code, kind as keyof typeof CODES])),
)

/** Returns the kind of a refusal, or null if it concerns only the one call, for example because a name is taken. */
export function kindOf(status: number, code: string): RefusalKind | 'busy' | null {
  const known = KIND_OF.get(code)
  if (known !== undefined) return known
  // Amazon answers a HEAD with expired keys like this, and an answer to a HEAD has no code.
  if (status === 401 || status === 403 || (status === 400 && code === 'Unknown')) return 'keys'
  if (status === 405) return 'read_only'
  if (status === 507) return 'full'
  return status === 429 || (status >= 500 && status !== 501) ? 'busy' : null
}

/** A refusal by the service that is not temporary. It contains no header of the request. */
export class S3Refusal extends StoreRefuses {
  readonly status: number
  readonly code: string
  readonly kind: RefusalKind | null
  /** in the service's own words */
  readonly said: string

  constructor(status: number, code: string, said: string, kind: RefusalKind | null) {
    super(`${sentenceOf(status, code, kind)}: tell an administrator.`)
    this.status = status
    this.code = code
    this.said = said
    this.kind = kind
  }
}

function sentenceOf(status: number, code: string, kind: RefusalKind | null): string {
  const sentence = kind === null ? `the object store answered ${status} ${code}` : SENTENCES[kind]
  return sentence.replace('the', 'The')
}

/** Converts an error of the SDK. Only words are passed on, because its errors contain signed requests. */
export function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, code, $metadata } = error as Error & {
    code?: unknown
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  if (name === 'CredentialsProviderError') return new S3Refusal(401, name, message, 'keys')
  if (status === undefined)
    return typeof code === 'string' || name === 'AbortError' || name === 'TimeoutError'
      ? new StoreAway(`The object store does not answer (${typeof code === 'string' ? code : name}).`)
      : error
  const kind = kindOf(status, name)
  return kind === 'busy'
    ? new StoreFails(`The object store answered ${status} ${name}.`)
    : new S3Refusal(status, name, message, kind)
}

/** Resolves to null if the service says that there is no such thing. */
export async function orMissing<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error) => {
    if (error instanceof S3Refusal && error.status === 404) return null
    throw error
  })
}
