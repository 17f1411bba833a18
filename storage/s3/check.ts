import { ListBucketsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { StoreAway } from '../object-store.ts'
import { createService, S3Refusal, type S3Settings } from './service.ts'

/**
 * Asks the service as the store and those it makes addresses for will, and says in one sentence what is wrong; null when it
 * answers as it should.
 */
export async function problemOfS3(settings: S3Settings): Promise<string | null> {
  const { direct } = settings
  const problem = await problemAt({ settings, part: 'endpoint=' })
  if (problem !== null || direct === null) return problem
  return problemAt({ settings: { ...settings, endpoint: direct }, part: 'direct=' })
}

/** The service at the address that stands in a part of the setting. */
interface Asked {
  settings: S3Settings
  part: string
}

async function problemAt({ settings, part }: Asked): Promise<string | null> {
  const { client, ask } = createService(settings)
  const { bucket, prefix } = settings
  try {
    const named = await ask(async ({ signal }) => {
      if (bucket === null) return (await client.send(new ListBucketsCommand(), signal)).Buckets
      const asked = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
      return (await client.send(asked, signal)).Name
    })
    // A page of something else is read as an answer with nothing in it.
    return named === undefined ? noS3({ settings, part }) : null
  } catch (error) {
    return sentenceOf(error, { settings, part })
  } finally {
    client.destroy()
  }
}

function sentenceOf(error: unknown, { settings, part }: Asked): string {
  const { region, bucket } = settings
  const address = addressOf(settings)
  if (error instanceof StoreAway)
    return `${address} does not answer. Check ${part} in the address, and that the object store runs.`
  if (!(error instanceof S3Refusal)) return noS3({ settings, part })
  const { status, code, said } = error
  switch (code) {
    case 'CredentialsProviderError':
      return 'there are no keys for the object store. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source of keys that the tools of AWS use.'
    case 'InvalidAccessKeyId':
      return `${address} does not know the key that AWS_ACCESS_KEY_ID names. Check it.`
    case 'SignatureDoesNotMatch':
      return `${address} refuses the keys. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'IllegalLocationConstraintException':
      return `${address} is not of the region ${region}${wantedRegion(said)}. Check region= in the address.`
    case 'NoSuchBucket':
      return `${address} has no bucket '${bucket}'. Make it, or check the name after s3://.`
    case 'AccessDenied':
      return bucket === null
        ? `${address} does not let these keys list buckets. Give them the right, or set one bucket for all, as s3://BUCKET?prefix=….`
        : `${address} does not let these keys list the bucket '${bucket}'. Give them the right to read and write in it.`
  }
  return `${address} answers ${status} ${code} when it is asked for a list. Check the address.`
}

function addressOf({ endpoint, region }: S3Settings): string {
  return endpoint ?? `Amazon S3 in ${region}`
}

function noS3({ settings, part }: Asked): string {
  return `${addressOf(settings)} answers, but not as S3 does. Check ${part} in the address.`
}

function wantedRegion(said: string): string {
  const [, wanted] = /expecting '([a-z0-9-]+)'/.exec(said) ?? []
  return wanted === undefined ? '' : ` but of ${wanted}`
}
