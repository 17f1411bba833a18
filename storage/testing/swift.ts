import { type S3Service, startS3Service } from './s3-service.ts'

/** The deadline for a start that hangs: five Python programs may take a minute on a busy machine. */
export const START_MS = 300_000

export type Swift = S3Service

/**
 * Starts a real Swift with its S3 API, on loopback.
 * @param corsOrigin the origin whose pages may send to it: '*' for all
 */
export function startSwift(corsOrigin = ''): Promise<Swift> {
  return startS3Service('swift.sh', [], { SWIFT_CORS_ORIGIN: corsOrigin })
}
