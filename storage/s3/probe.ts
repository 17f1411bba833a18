import { ListBucketsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { Objects } from './objects.ts'
import type { Place } from './places.ts'
import type { S3Settings, Service } from './service.ts'

/** No bucket of ours has the name, so nothing of a workspace lies there. */
const FOLDER = '_podium/check/'
/** What services that keep or list names wrongly change. */
const ODD_NAME = 'a+b%41 é'

/** Small calls by which the service shows what it gives and takes. */
export function createProbe(
  { client, ask }: Service,
  objects: Objects,
  { bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>,
) {
  return {
    /** Something of the answer: a page of something else is read as an answer with nothing in it. */
    list: () =>
      ask(async ({ signal }): Promise<unknown> => {
        if (bucket === null) return (await client.send(new ListBucketsCommand(), signal)).Buckets
        const asked = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
        return (await client.send(asked, signal)).Name
      }),

    /**
     * Stores and removes an empty file, always the same one, so that a bucket that keeps what is removed keeps one name.
     * @returns true if the service lists it by its own name
     */
    async write({ Bucket, Key }: Place): Promise<boolean> {
      const place = { Bucket, Key: `${Key}${FOLDER}${ODD_NAME}` }
      await ask(({ signal }) => client.send(new PutObjectCommand({ ...place, Body: '' }), signal))
      try {
        for await (const { key } of objects.list({ Bucket, Key: Key + FOLDER }))
          if (key === place.Key) return true
        return false
      } finally {
        await objects.remove(place)
      }
    },
  }
}
