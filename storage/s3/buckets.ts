import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  HeadBucketCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { BadObjectName } from '../object-store.ts'
import type { Objects } from './objects.ts'
import type { Places } from './places.ts'
import { orMissing, S3Refusal } from './refusals.ts'
import type { Service } from './service.ts'
import type { Uploads } from './uploads.ts'

/** Podium's buckets: each is a bucket of the service, or an empty object 'name/' in the shared bucket. */
export function createBuckets({ client, ask }: Service, places: Places, objects: Objects, uploads: Uploads) {
  async function bucketExists(bucket: string): Promise<boolean> {
    const place = places.bucketPlace(bucket)
    if (places.isShared) return (await objects.head(place)) !== null
    const found = await orMissing(ask(({ signal }) => client.send(new HeadBucketCommand(place), signal)))
    return found !== null
  }

  /** Creates the bucket and returns true if it was missing. */
  async function make(bucket: string): Promise<boolean> {
    const { Bucket } = places.bucketPlace(bucket)
    try {
      await ask(({ signal }) => client.send(new CreateBucketCommand({ Bucket }), signal))
      return true
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error
      if (error.code === 'BucketAlreadyOwnedByYou') return false
      if (error.code === 'BucketAlreadyExists')
        throw new BadObjectName(`The bucket "${bucket}" belongs to another account of the object store.`)
      if (error.code === 'InvalidBucketName')
        throw new BadObjectName(`The object store does not accept "${bucket}" as the name of a bucket.`)
      throw error
    }
  }

  return {
    bucketExists,

    async makeBucket(bucket: string): Promise<boolean> {
      const place = places.bucketPlace(bucket)
      if (await bucketExists(bucket)) return false
      if (!places.isShared) return make(bucket)
      await ask(({ signal }) =>
        client.send(new PutObjectCommand({ ...place, Body: '', ContentLength: 0 }), signal),
      )
      return true
    },

    /** Services without versions or locks refuse the question, each in its own way. */
    async keepsRemoved(bucket: string): Promise<{ bucket: string; by: 'versions' | 'lock' } | null> {
      const { Bucket } = places.bucketPlace(bucket)
      const [versions, lock] = await Promise.all([
        ask(({ signal }) => client.send(new GetBucketVersioningCommand({ Bucket }), signal)).catch(orUnknown),
        ask(({ signal }) => client.send(new GetObjectLockConfigurationCommand({ Bucket }), signal)).catch(
          orUnknown,
        ),
      ])
      if (lock?.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled')
        return { bucket: Bucket, by: 'lock' }
      return versions?.Status === undefined ? null : { bucket: Bucket, by: 'versions' }
    },

    /** In a shared bucket, removes the object that marks the bucket first, so that nothing more is put into it. */
    async removeBucket(bucket: string): Promise<void> {
      const place = places.bucketPlace(bucket)
      if (places.isShared) await objects.remove(place)
      await uploads.abortAll(place, 0)
      await objects.removeAll(place)
      if (places.isShared) return
      await orMissing(ask(({ signal }) => client.send(new DeleteBucketCommand(place), signal)))
    },
  }
}

function orUnknown(error: unknown): null {
  if (error instanceof S3Refusal) return null
  throw error
}
