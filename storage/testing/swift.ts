import { type S3Service, startS3Service } from './s3-service.ts'

/** The deadline for a start that hangs: five programs of Python may take a minute beside other work. */
export const START_MS = 300_000

export type Swift = S3Service

/**
 * A real Swift of its own that speaks S3, on loopback.
 * @param corsOrigin whose pages may send to it: '*' for all
 */
export function startSwift(corsOrigin = ''): Promise<Swift> {
  return startS3Service('swift.sh', [], { SWIFT_CORS_ORIGIN: corsOrigin })
}
