import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, DeleteBucketCommand } from '@aws-sdk/client-s3'
import { StoreAway } from '../object-store.ts'
import { createObjects } from './objects.ts'
import { createProbe } from './probe.ts'
import { orMissing, S3Refusal } from './refusals.ts'
import { createService, type S3Settings } from './service.ts'

/**
 * Asks the service as the store and those it makes addresses for will, and says in one sentence what is wrong; null when it
 * answers as it should.
 */
export async function problemOfS3(settings: S3Settings): Promise<string | null> {
  const { direct, endpoint, path_style } = settings
  const problem = await problemAt({ settings, part: 'endpoint=' })
  if (problem !== null && endpoint !== null && !path_style) {
    const inPaths = await problemAt({ settings: { ...settings, path_style: true }, part: 'endpoint=' })
    if (inPaths === null) return `${endpoint} has no host names for buckets. Set path_style=1 in the address.`
  }
  if (problem !== null || direct === null) return problem
  return problemAt({ settings: { ...settings, endpoint: direct }, part: 'direct=' })
}

/** The service at the address that stands in a part of the setting. */
interface Asked {
  settings: S3Settings
  part: string
}

async function problemAt(asked: Asked): Promise<string | null> {
  const { settings, part } = asked
  const service = createService(settings)
  const probe = createProbe(service, createObjects(service), settings)
  try {
    if ((await probe.list()) === undefined) return noS3(asked)
    if (part === 'direct=') return null
    const isListed = await writeInBucket(service, settings, probe.write)
    return isListed
      ? null
      : `${addressOf(settings)} changes the names of files in its lists, so it cannot keep those of Podium.`
  } catch (error) {
    return sentenceOf(error, asked)
  } finally {
    service.client.destroy()
  }
}

/** In the one bucket for all, or in one that is made for it, as for a workspace. */
async function writeInBucket(
  { client, ask }: ReturnType<typeof createService>,
  { bucket, prefix }: S3Settings,
  write: ReturnType<typeof createProbe>['write'],
): Promise<boolean> {
  if (bucket !== null) return write({ Bucket: bucket, Key: prefix })
  const Bucket = `podium-check-${randomUUID().slice(0, 8)}`
  try {
    await ask(({ signal }) => client.send(new CreateBucketCommand({ Bucket }), signal))
  } catch (error) {
    // It serves the buckets that there are.
    if (error instanceof S3Refusal && error.kind === 'buckets') return true
    throw error
  }
  try {
    return await write({ Bucket, Key: '' })
  } finally {
    await orMissing(ask(({ signal }) => client.send(new DeleteBucketCommand({ Bucket }), signal)))
  }
}

function sentenceOf(error: unknown, asked: Asked): string {
  const { settings, part } = asked
  const { region, bucket } = settings
  const address = addressOf(settings)
  if (error instanceof StoreAway)
    return `${address} does not answer. Check ${part} in the address, and that the object store runs.`
  if (!(error instanceof S3Refusal)) return noS3(asked)
  const { status, code, said, kind } = error
  if (code === 'CredentialsProviderError')
    return 'there are no keys for the object store. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source of keys that the tools of AWS use.'
  if (code === 'InvalidAccessKeyId')
    return `${address} does not know the key that AWS_ACCESS_KEY_ID names. Check it.`
  if (code === 'SignatureDoesNotMatch')
    return `${address} refuses the keys. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
  if (code === 'NoSuchBucket' || status === 404)
    return bucket === null
      ? `${address} names a bucket itself. Set endpoint= to the address without it, and s3://BUCKET?prefix=… to keep everything in that bucket.`
      : `${address} has no bucket '${bucket}'. Make it, or check the name after s3://.`
  switch (kind) {
    case 'region':
      return `${address} is not of the region ${region}${wantedRegion(said)}. Check region= in the address.`
    case 'expired':
      return `the keys for ${address} have expired. Set new ones, with the AWS_SESSION_TOKEN that belongs to them.`
    case 'keys':
      return bucket === null
        ? `${address} does not let these keys list, make and remove buckets, or files in them. Give them the right, or set one bucket for all, as s3://BUCKET?prefix=….`
        : `${address} does not let these keys list, write and remove files in the bucket '${bucket}'. Give them the right.`
    case null:
      return `${address} answers ${status} ${code} when it is asked for a list. Check the address.`
  }
  return `${address} answers ${status} ${code}. ${error.message}`
}

function addressOf({ endpoint, region }: S3Settings): string {
  return endpoint ?? `Amazon S3 in ${region}`
}

function noS3({ settings, part }: Asked): string {
  return `${addressOf(settings)} answers, but not as S3 does. Check ${part} in the address; it must not name a bucket.`
}

function wantedRegion(said: string): string {
  const [, wanted] = /expecting '([a-z0-9-]+)'/.exec(said) ?? []
  return wanted === undefined ? '' : ` but of ${wanted}`
}
