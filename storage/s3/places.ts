import { checkBucket, checkPath } from '../names.ts'
import { BadObjectName } from '../object-store.ts'
import type { S3Settings } from './service.ts'

const KEY_BYTES = 1024

export interface Place {
  Bucket: string
  Key: string
}

export type Places = ReturnType<typeof createPlaces>

/** Maps buckets and objects to the service: each bucket is one of the service, or a prefix in the shared one. */
export function createPlaces({ bucket: shared, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>) {
  /** Returns the bucket of the service and the prefix of the keys in it. @throws BadObjectName */
  function bucketPlace(bucket: string): Place {
    checkBucket(bucket)
    return shared === null ? { Bucket: bucket, Key: '' } : { Bucket: shared, Key: `${prefix}${bucket}/` }
  }

  /** @throws BadObjectName */
  function objectPlace(bucket: string, path: string): Place {
    checkPath(path)
    const { Bucket, Key } = bucketPlace(bucket)
    const key = Key + path
    if (Buffer.byteLength(key) > KEY_BYTES)
      throw new BadObjectName(`The path is longer than ${KEY_BYTES - Buffer.byteLength(Key)} bytes.`)
    return { Bucket, Key: key }
  }

  return { isShared: shared !== null, bucketPlace, objectPlace }
}
