import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, DeleteBucketCommand } from '@aws-sdk/client-s3'
import { StoreAway } from '../object-store.ts'
import type { Refusing } from './health.ts'
import { createObjects } from './objects.ts'
import type { Place } from './places.ts'
import { createProbe } from './probe.ts'
import { orMissing, type RefusalKind, S3Refusal } from './refusals.ts'
import { createService, type S3Settings, type Service } from './service.ts'

export interface S3Check {
  /** the mistake in the settings that ends the start, in one sentence */
  problem: string | null
  /** why files cannot be stored or removed now, although the settings may be right */
  warnings: string[]
  /** the refusal of the file of this check, which the health asks about again */
  refusing: Refusing | null
}

interface Found extends S3Check {
  isWell: boolean
}

/** Checks the service as the store and its signed addresses will use it. */
export async function checkS3(settings: S3Settings): Promise<S3Check> {
  const { direct, endpoint, path_style } = settings
  const found = await checkAt({ settings, part: 'endpoint=' })
  if (!found.isWell && endpoint !== null && !path_style) {
    const inPaths = await checkAt({ settings: { ...settings, path_style: true }, part: 'endpoint=' })
    if (inPaths.isWell)
      return mistake(`${endpoint} has no host names for buckets. Set path_style=1 in the address.`)
  }
  if (found.problem !== null || direct === null) return found
  const { problem, warnings } = await checkAt({
    settings: { ...settings, endpoint: direct },
    part: 'direct=',
  })
  return { ...found, problem, warnings: [...found.warnings, ...warnings] }
}

/** The service at the address in one part of the setting. */
interface Asked {
  settings: S3Settings
  part: string
}

const WELL: Found = { problem: null, warnings: [], refusing: null, isWell: true }

function mistake(problem: string): Found {
  return { ...WELL, problem, isWell: false }
}

async function checkAt(asked: Asked): Promise<Found> {
  const { settings, part } = asked
  const service = createService(settings)
  const probe = createProbe(service, createObjects(service), settings)
  try {
    const buckets = await probe.list()
    if (buckets === undefined) return mistake(noS3(asked))
    return part === 'direct=' ? WELL : await checkWriting(asked, { service, probe, buckets })
  } catch (error) {
    const sentence = sentenceOf(error, asked)
    return isAnswerOfS3(error) ? { ...WELL, warnings: [sentence], isWell: false } : mistake(sentence)
  } finally {
    service.client.destroy()
  }
}

interface Tools {
  service: Service
  probe: ReturnType<typeof createProbe>
  buckets: string[]
}

async function checkWriting(asked: Asked, { service, probe, buckets }: Tools): Promise<Found> {
  const { settings } = asked
  const address = addressOf(settings)
  const warnings: string[] = []
  const stays = (error: unknown) => void warnings.push(remainsAt(address, error))
  let place: Place | null = null
  let refusing: Refusing | null = null
  try {
    place =
      settings.bucket === null
        ? { Bucket: await findBucket(service, buckets), Key: '' }
        : { Bucket: settings.bucket, Key: settings.prefix }
    return (await probe.write(place, stays))
      ? { ...WELL, warnings }
      : mistake(`${address} changes the names of files in its lists, so it cannot keep those of Podium.`)
  } catch (error) {
    if (isMissing(error) && place !== null && wasRemoved(place, buckets, await probe.list()))
      return { ...WELL, warnings }
    const sentence = sentenceOf(error, asked)
    if (isMistake(error, settings)) return mistake(sentence)
    if (place !== null && isLasting(error)) refusing = { place, refusal: error }
    warnings.unshift(sentence)
    return { problem: null, warnings, refusing, isWell: false }
  } finally {
    // The health check continues to ask in a bucket that refuses files; the next start removes it.
    if (settings.bucket === null && place !== null && refusing === null)
      await removeBucket(service, place).catch(stays)
  }
}

const BUCKET = /^podium-check-[0-9a-f]{8}$/

/** Returns the bucket that an earlier check could not remove, so that there is never more than one, or makes one. */
async function findBucket({ client, ask }: Service, buckets: string[]): Promise<string> {
  const found = buckets.find((name) => BUCKET.test(name))
  if (found !== undefined) return found
  const Bucket = `podium-check-${randomUUID().slice(0, 8)}`
  await ask(({ signal }) => client.send(new CreateBucketCommand({ Bucket }), signal))
  return Bucket
}

/** True if another server that starts removed the bucket of an earlier check. */
function wasRemoved({ Bucket }: Place, before: string[], after: string[] = []): boolean {
  return before.includes(Bucket) && !after.includes(Bucket)
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Refusal && error.status === 404
}

async function removeBucket({ client, ask }: Service, { Bucket }: Place): Promise<void> {
  await orMissing(ask(({ signal }) => client.send(new DeleteBucketCommand({ Bucket }), signal)))
}

const MISTAKES: readonly (RefusalKind | null)[] = ['keys', 'expired', 'region']

/** True if S3 refuses the list for a reason that is not in the settings. A list changes nothing, so no S3 says 405 to it. */
function isAnswerOfS3(error: unknown): boolean {
  return isLasting(error) && error.kind !== 'read_only'
}

function isLasting(error: unknown): error is S3Refusal {
  return error instanceof S3Refusal && error.kind !== null && !MISTAKES.includes(error.kind)
}

/** True if the settings keep files from being stored. Keys for the buckets of workspaces may have no right to another bucket. */
function isMistake(error: unknown, { bucket }: S3Settings): boolean {
  if (error instanceof StoreAway) return false
  if (!(error instanceof S3Refusal)) return true
  if (bucket === null && (error.kind === 'keys' || error.status === 404)) return false
  return error.status === 404 || MISTAKES.includes(error.kind)
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
      return `${address} answers ${status} ${code}. Check the address.`
  }
  return `${address} answers ${status} ${code}. ${error.message}`
}

function remainsAt(address: string, error: unknown): string {
  const answer = error instanceof S3Refusal ? `answers ${error.status} ${error.code}` : 'does not answer'
  return `${address} ${answer} when Podium removes what it stored to check the object store, so that stays there. Let the keys remove files and buckets.`
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
