const KEYS = 'The object store refuses the keys'
const EXPIRED = 'The keys for the object store have expired'
const ACCOUNT = 'The account at the object store is blocked'
const FULL = 'The object store is full'
const QUOTA = 'The quota at the object store is used up'
const BUCKETS = 'The object store makes no more buckets'
const READ_ONLY = 'The object store takes no changes'
const HELD = 'The object store keeps this file from being changed or removed'
const ENCRYPTION = 'The object store cannot use its encryption key'
const CLOCK = 'The clock of this server differs from that of the object store'
const REGION = 'The object store is in another region'

/** The documented refusals of services and Podium's sentence for each; null if the refusal is temporary. */
export const REFUSALS_OF_SERVICES: [
  service: string,
  status: number,
  code: string,
  sentence: string | null,
][] = [
  ['Amazon S3', 403, 'AccessDenied', KEYS],
  ['Amazon S3', 403, 'AllAccessDisabled', KEYS],
  ['Amazon S3', 403, 'InvalidAccessKeyId', KEYS],
  ['Amazon S3', 403, 'SignatureDoesNotMatch', KEYS],
  ['Amazon S3', 403, 'InvalidSecurity', KEYS],
  ['Amazon S3 in China', 403, 'UnauthorizedAccess', KEYS],
  ['Amazon S3', 400, 'ExpiredToken', EXPIRED],
  ['Amazon S3', 400, 'InvalidToken', EXPIRED],
  ['Amazon S3', 400, 'TokenRefreshRequired', EXPIRED],
  ['Amazon S3', 403, 'AccountProblem', ACCOUNT],
  ['Amazon S3', 403, 'NotSignedUp', ACCOUNT],
  ['Amazon S3', 403, 'RequestTimeTooSkewed', CLOCK],
  ['Amazon S3', 301, 'PermanentRedirect', REGION],
  ['Amazon S3', 400, 'AuthorizationHeaderMalformed', REGION],
  ['Amazon S3', 400, 'TooManyBuckets', BUCKETS],
  ['Amazon S3', 400, 'KMS.DisabledException', ENCRYPTION],
  ['Amazon S3', 405, 'MethodNotAllowed', READ_ONLY],
  ['Amazon S3', 400, 'RequestTimeout', null],
  ['Amazon S3', 500, 'InternalError', null],
  ['Amazon S3', 503, 'SlowDown', null],
  ['Amazon S3', 503, 'ServiceUnavailable', null],
  ['MinIO', 507, 'XMinioStorageFull', FULL],
  ['MinIO', 400, 'XMinioAdminBucketQuotaExceeded', QUOTA],
  ['MinIO', 403, 'XMinioInvalidIAMCredentials', KEYS],
  ['MinIO', 503, 'XMinioServerNotInitialized', null],
  ['MinIO', 503, 'SlowDownWrite', null],
  ['Ceph', 403, 'QuotaExceeded', QUOTA],
  ['Ceph', 403, 'UserSuspended', ACCOUNT],
  ['Ceph', 429, 'TooManyRequests', null],
  ['Swift', 401, 'Unauthorized', KEYS],
  ['Swift', 507, 'InsufficientStorage', FULL],
  ['SeaweedFS', 403, 'AccessForbidden', KEYS],
  ['versitygw', 403, 'QuotaExceeded', QUOTA],
  ['Cloudflare R2', 401, 'Unauthorized', KEYS],
  ['Cloudflare R2', 400, 'ExpiredRequest', EXPIRED],
  ['Google Cloud Storage', 403, 'UserProjectAccountProblem', ACCOUNT],
  ['Google Cloud Storage', 403, 'RetentionPolicyNotMet', HELD],
  ['Google Cloud Storage', 403, 'ObjectUnderActiveHold', HELD],
  ['Google Cloud Storage', 403, 'CloudKmsDisabledKey', ENCRYPTION],
  ['Google Cloud Storage', 429, 'RateLimitExceeded', null],
  ['Amazon FSx', 507, 'InsufficientCapacity', FULL],
  ['a service of its own words', 403, 'Nope', KEYS],
  ['a service of its own words', 507, 'Nope', FULL],
  ['a service of its own words', 502, 'Nope', null],
]
